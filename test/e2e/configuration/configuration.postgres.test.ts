/** The configuration as a whole on PostgreSQL: the same tests that run on the embedded database. */
import { runServersOnPostgres } from '../support/installations/servers-on-postgres.ts';

runServersOnPostgres();

for (const suite of [
  '../cli/company-pki',
  'configdump-errors',
  'configdump-export',
  'configdump-foreign',
  'configdump-import',
  'configdump-initialize',
  'configdump-killed',
]) {
  await import(`./${suite}.test.ts`);
}
