import { temporaryPostgres } from '../../../../test/temporary-database.ts';
import { describeTimedRuns } from '../../../../test/timed-runs-contract.ts';

describeTimedRuns('PostgreSQL', temporaryPostgres);
