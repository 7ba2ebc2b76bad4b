import { describeServiceRuns } from '../../../../test/service-runs-contract.ts';
import { temporarySqlite } from '../../../../test/temporary-database.ts';

describeServiceRuns('SQLite', temporarySqlite);
