/**
 * The operations of the interface on PostgreSQL: the same tests that run on the embedded database, row by row of the interface's tables.
 * `end-entities.postgres.test.ts` has those of end entities, `administration.postgres.test.ts` those of what the operations work with,
 * `access.postgres.test.ts` those of who may do them.
 */
import { runServersOnPostgres } from '../support/installations/servers-on-postgres.ts';

runServersOnPostgres();

for (const suite of [
  '../approvals/approval-edges',
  '../approvals/approval-requests',
  '../approvals/approval-safety',
  '../approvals/approvals',
  '../authorities/ca-import',
  '../authorities/ca-keys',
  '../authorities/ca-management',
  '../authorities/ca-revocation',
  '../authorities/ca-rest-authorities',
  '../enrollment/ca-rest-enrollment',
  '../enrollment/ca-rest-names',
  '../enrollment/subjects-of-cas',
  '../enrollment/ca-rest-profiles',
  '../authorities/ca-rest-revocation',
  '../enrollment/ca-rest-ssh',
  '../end-entities/certificate-search',
  '../authorities/constrained-cas',
  '../validation/crl-builds',
  '../validation/crl-import',
  '../validation/crls',
  '../validation/first-crls',
  '../authorities/issuance-journal',
  '../end-entities/search-while-enrolling',
  'jobs',
  'services',
  '../enrollment/statuses-in-both-settings',
]) {
  await import(`./${suite}.test.ts`);
}
