import { describeServiceRuns } from '../../../../test/contracts/service-runs-contract.ts';
import { temporaryPostgres } from '../../../../test/temporary-database.ts';

describeServiceRuns('PostgreSQL', temporaryPostgres);
