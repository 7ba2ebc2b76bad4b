/**
 * The operations of the interface on PostgreSQL: the same tests that run on the embedded database, row by row of the interface's tables.
 * `end-entities.postgres.test.ts` has those of end entities, `administration.postgres.test.ts` those of what the operations work with,
 * `access.postgres.test.ts` those of who may do them.
 */
import { runServersOnPostgres } from '../support/servers-on-postgres.ts';

runServersOnPostgres();

for (const suite of [
  'approval-edges',
  'approval-requests',
  'approval-safety',
  'approvals',
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
  'certificate-search',
  'constrained-cas',
  'crl-builds',
  'crl-import',
  'crls',
  'first-crls',
  'issuance-journal',
  'search-while-enrolling',
  'services',
  'statuses-in-both-settings',
]) {
  await import(`./${suite}.test.ts`);
}
