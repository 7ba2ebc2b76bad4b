/** CAs of every kind, crypto tokens and documents on PostgreSQL: the same tests that run on the embedded database. */
import { runServersOnPostgres } from '../support/installations/servers-on-postgres.ts';

runServersOnPostgres();

for (const suite of [
  'administration-cas',
  '../authorities/cas',
  '../installation/crypto-tokens',
  '../authorities/cvc-cas',
  'documents',
  '../authorities/hybrid-cas',
]) {
  await import(`./${suite}.test.ts`);
}
