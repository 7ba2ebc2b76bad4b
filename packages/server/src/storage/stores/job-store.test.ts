import { describeLeasesAndJobs } from '../../../test/store-contract.ts';
import { temporarySqlite } from '../../../test/temporary-database.ts';

describeLeasesAndJobs('SQLite', temporarySqlite);
