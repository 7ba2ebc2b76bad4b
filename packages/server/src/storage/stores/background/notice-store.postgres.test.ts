import { describeNotices } from '../../../../test/contracts/notices-contract.ts';
import { temporaryPostgres } from '../../../../test/temporary-database.ts';

describeNotices('PostgreSQL', temporaryPostgres);
