/** Servers and their clocks, on PostgreSQL: the same tests that run on the embedded database. */
import { runServersOnPostgres } from '../support/installations/servers-on-postgres.ts';

runServersOnPostgres();

for (const suite of ['wrong-clock', 'readiness']) {
  await import(`./${suite}.test.ts`);
}
