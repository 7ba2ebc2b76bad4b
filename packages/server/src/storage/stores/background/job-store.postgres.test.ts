import { describeJobs } from '../../../../test/store-contract.ts';
import { temporaryPostgres } from '../../../../test/temporary-database.ts';

describeJobs('PostgreSQL', temporaryPostgres);
