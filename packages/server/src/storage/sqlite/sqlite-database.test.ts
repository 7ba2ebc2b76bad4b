import { describeDatabase } from '../../../test/contracts/database-contract.ts';
import { temporarySqlite } from '../../../test/temporary-database.ts';

describeDatabase('SQLite', temporarySqlite);
