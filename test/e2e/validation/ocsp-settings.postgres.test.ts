/** A change of the settings of OCSP responders, on PostgreSQL. */
import { runServersOnPostgres } from '../support/installations/servers-on-postgres.ts';

runServersOnPostgres();

await import('./ocsp-settings.test.ts');
