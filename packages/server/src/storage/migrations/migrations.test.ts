import { describeMigrations } from '../../../test/contracts/migration-contract.ts';
import { temporarySqlite } from '../../../test/temporary-database.ts';

describeMigrations('SQLite', temporarySqlite);
