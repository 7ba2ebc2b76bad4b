import { temporarySqlite } from '../../../../test/temporary-database.ts';
import { describeTimedRuns } from '../../../../test/contracts/timed-runs-contract.ts';

describeTimedRuns('SQLite', temporarySqlite);
