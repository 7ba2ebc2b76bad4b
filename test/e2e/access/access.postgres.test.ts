/** Rights, on PostgreSQL: the same tests that run on the embedded database. */
import { runServersOnPostgres } from '../support/installations/servers-on-postgres.ts';

runServersOnPostgres();

for (const suite of [
  '../installation/audit',
  '../configuration/hidden-names',
  '../authorities/ca-trust',
  'identity-over-time',
  'privilege-escalation',
  'refused-callers',
  '../authorities/reserved-names',
  'rights-in-flight',
  '../configuration/role-documents',
  'stale-rights',
  '../authorities/trust-anchors',
]) {
  await import(`./${suite}.test.ts`);
}
