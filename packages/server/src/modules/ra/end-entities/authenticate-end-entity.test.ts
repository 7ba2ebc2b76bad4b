import { describeLogins } from '../../../../test/logins-contract.ts';
import { temporarySqlite } from '../../../../test/temporary-database.ts';

describeLogins('SQLite', temporarySqlite);
