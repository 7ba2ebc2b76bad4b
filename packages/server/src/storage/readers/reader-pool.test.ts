import { describeReaderPool } from '../../../test/contracts/reader-pool-contract.ts';
import { temporarySqlite } from '../../../test/temporary-database.ts';

describeReaderPool('SQLite', temporarySqlite);
