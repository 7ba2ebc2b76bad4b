import { temporaryPostgres } from '../../../../test/temporary-database.ts';
import { describeTimedRuns } from '../../../../test/contracts/timed-runs-contract.ts';

describeTimedRuns('PostgreSQL', temporaryPostgres);
