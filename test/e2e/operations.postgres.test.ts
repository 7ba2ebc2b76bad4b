/**
 * The operations of the interface on PostgreSQL: the same tests that run on the embedded database, row by row of the interface's tables.
 * `administration.postgres.test.ts` has those of what the operations work with, `access.postgres.test.ts` those of who may do them.
 */
import { runServersOnPostgres } from './servers-on-postgres.ts';

runServersOnPostgres();

for (const suite of [
  'approval-edges',
  'approval-requests',
  'approval-safety',
  'approvals',
  'approved-enrollments',
  'ca-import',
  'ca-keys',
  'ca-management',
  'ca-revocation',
  'ca-rest-authorities',
  'ca-rest-enrollment',
  'ca-rest-names',
  'ca-rest-profiles',
  'ca-rest-revocation',
  'ca-rest-ssh',
  'certificate-request',
  'constrained-cas',
  'crl-builds',
  'crl-import',
  'crls',
  'cvc-enrollment',
  'end-entity-acts',
  'end-entities',
  'enroll-end-entity',
  'enroll-keystore',
  'finalize-keystores',
  'first-crls',
  'issuance-journal',
  'key-import',
  'key-recovery',
  'request-forms-over-rest',
  'services',
]) {
  await import(`./${suite}.test.ts`);
}
