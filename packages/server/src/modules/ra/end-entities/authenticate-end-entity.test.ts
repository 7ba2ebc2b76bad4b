import { describeLogins } from '../../../../test/contracts/logins-contract.ts';
import { temporarySqlite } from '../../../../test/temporary-database.ts';

describeLogins('SQLite', temporarySqlite);
