import { describeMigrations } from '../../../test/migration-contract.ts';
import { temporarySqlite } from '../../../test/temporary-database.ts';

describeMigrations('SQLite', temporarySqlite);
