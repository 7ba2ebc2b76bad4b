import { describeReaderPool } from '../../../test/reader-pool-contract.ts';
import { temporarySqlite } from '../../../test/temporary-database.ts';

describeReaderPool('SQLite', temporarySqlite);
