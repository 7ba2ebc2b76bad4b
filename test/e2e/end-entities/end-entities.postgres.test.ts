/** End entities, their enrollments and their keys on PostgreSQL: the same tests that run on the embedded database. */
import { runServersOnPostgres } from '../support/installations/servers-on-postgres.ts';

runServersOnPostgres();

for (const suite of [
  '../approvals/approved-end-entities',
  '../approvals/approved-enrollments',
  'certificate-data',
  '../enrollment/certificate-profile',
  '../enrollment/certificate-request',
  'collect-kept-key',
  '../enrollment/cvc-enrollment',
  '../enrollment/dry-run',
  'end-entities',
  'end-entity-settings',
  'end-entity-acts',
  'end-entity-revocation',
  'end-entity-search',
  '../enrollment/enroll-end-entity',
  '../enrollment/enroll-keystore',
  '../enrollment/finalize-keystores',
  'key-import',
  'key-recovery',
  'refusals-of-end-entities',
  '../enrollment/refusals-of-enrollments',
  '../enrollment/request-forms',
  '../enrollment/request-forms-over-rest',
]) {
  await import(`./${suite}.test.ts`);
}
