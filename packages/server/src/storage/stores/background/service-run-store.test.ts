import { describeServiceRuns } from '../../../../test/contracts/service-runs-contract.ts';
import { temporarySqlite } from '../../../../test/temporary-database.ts';

describeServiceRuns('SQLite', temporarySqlite);
