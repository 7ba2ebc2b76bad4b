import { describeReaderPool } from '../../../test/contracts/reader-pool-contract.ts';
import { temporaryPostgres } from '../../../test/temporary-database.ts';

describeReaderPool('PostgreSQL', temporaryPostgres);
