import { describeMigrations } from '../../../test/migration-contract.ts';
import { temporaryPostgres } from '../../../test/temporary-database.ts';

describeMigrations('PostgreSQL', temporaryPostgres);
