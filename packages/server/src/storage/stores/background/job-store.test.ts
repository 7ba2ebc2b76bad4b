import { describeJobs } from '../../../../test/contracts/store-contract.ts';
import { temporarySqlite } from '../../../../test/temporary-database.ts';

describeJobs('SQLite', temporarySqlite);
