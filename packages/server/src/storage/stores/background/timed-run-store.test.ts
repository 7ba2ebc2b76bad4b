import { temporarySqlite } from '../../../../test/temporary-database.ts';
import { describeTimedRuns } from '../../../../test/timed-runs-contract.ts';

describeTimedRuns('SQLite', temporarySqlite);
