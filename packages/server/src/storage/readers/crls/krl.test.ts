import { describeKrls } from '../../../../test/contracts/krl-contract.ts';
import { temporarySqlite } from '../../../../test/temporary-database.ts';

describeKrls('SQLite', temporarySqlite);
