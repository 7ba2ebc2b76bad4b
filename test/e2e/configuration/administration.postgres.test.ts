/** CAs of every kind, crypto tokens and documents on PostgreSQL: the same tests that run on the embedded database. */
import { runServersOnPostgres } from '../support/servers-on-postgres.ts';

runServersOnPostgres();

for (const suite of ['administration-cas', 'cas', 'crypto-tokens', 'cvc-cas', 'documents', 'hybrid-cas']) {
  await import(`./${suite}.test.ts`);
}
