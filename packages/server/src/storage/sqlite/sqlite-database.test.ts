import { describeDatabase } from '../../../test/database-contract.ts';
import { temporarySqlite } from '../../../test/temporary-database.ts';

describeDatabase('SQLite', temporarySqlite);
