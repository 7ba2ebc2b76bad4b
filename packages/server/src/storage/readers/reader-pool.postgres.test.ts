import { describeReaderPool } from '../../../test/reader-pool-contract.ts';
import { temporaryPostgres } from '../../../test/temporary-database.ts';

describeReaderPool('PostgreSQL', temporaryPostgres);
