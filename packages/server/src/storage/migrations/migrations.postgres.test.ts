import { describeMigrations } from '../../../test/contracts/migration-contract.ts';
import { temporaryPostgres } from '../../../test/temporary-database.ts';

describeMigrations('PostgreSQL', temporaryPostgres);
