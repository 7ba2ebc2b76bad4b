import { describeJobs } from '../../../../test/contracts/store-contract.ts';
import { temporaryPostgres } from '../../../../test/temporary-database.ts';

describeJobs('PostgreSQL', temporaryPostgres);
