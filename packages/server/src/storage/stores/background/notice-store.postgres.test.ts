import { describeNotices } from '../../../../test/notices-contract.ts';
import { temporaryPostgres } from '../../../../test/temporary-database.ts';

describeNotices('PostgreSQL', temporaryPostgres);
