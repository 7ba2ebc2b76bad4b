/** End entities, their enrollments and their keys on PostgreSQL: the same tests that run on the embedded database. */
import { runServersOnPostgres } from '../support/servers-on-postgres.ts';

runServersOnPostgres();

for (const suite of [
  'approved-end-entities',
  'approved-enrollments',
  'certificate-request',
  'collect-kept-key',
  'cvc-enrollment',
  'dry-run',
  'end-entities',
  'end-entity-settings',
  'end-entity-acts',
  'end-entity-revocation',
  'end-entity-search',
  'enroll-end-entity',
  'enroll-keystore',
  'finalize-keystores',
  'key-import',
  'key-recovery',
  'refusals-of-end-entities',
  'refusals-of-enrollments',
  'request-forms',
  'request-forms-over-rest',
]) {
  await import(`./${suite}.test.ts`);
}
