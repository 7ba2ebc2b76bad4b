import { describeNotices } from '../../../../test/notices-contract.ts';
import { temporarySqlite } from '../../../../test/temporary-database.ts';

describeNotices('SQLite', temporarySqlite);
