/** OCSP answers that were prepared, on PostgreSQL. */
import { runServersOnPostgres } from '../support/installations/servers-on-postgres.ts';

runServersOnPostgres();

await import('./prepared-ocsp.test.ts');
