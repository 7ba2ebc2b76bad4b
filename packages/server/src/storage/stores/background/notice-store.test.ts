import { describeNotices } from '../../../../test/contracts/notices-contract.ts';
import { temporarySqlite } from '../../../../test/temporary-database.ts';

describeNotices('SQLite', temporarySqlite);
