import { describeJobs } from '../../../../test/store-contract.ts';
import { temporarySqlite } from '../../../../test/temporary-database.ts';

describeJobs('SQLite', temporarySqlite);
