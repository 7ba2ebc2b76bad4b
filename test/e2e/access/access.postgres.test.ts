/** Who may do what, on PostgreSQL: the same tests that run on the embedded database. */
import { runServersOnPostgres } from '../support/servers-on-postgres.ts';

runServersOnPostgres();

for (const suite of [
  'audit',
  'hidden-names',
  'ca-trust',
  'identity-over-time',
  'privilege-escalation',
  'refused-callers',
  'reserved-names',
  'rights-in-flight',
  'role-documents',
  'stale-rights',
  'trust-anchors',
]) {
  await import(`./${suite}.test.ts`);
}
