import { describeLeasesAndJobs } from '../../../test/store-contract.ts';
import { temporaryPostgres } from '../../../test/temporary-database.ts';

describeLeasesAndJobs('PostgreSQL', temporaryPostgres);
