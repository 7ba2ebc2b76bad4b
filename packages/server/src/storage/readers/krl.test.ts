import { describeKrls } from '../../../test/krl-contract.ts';
import { temporarySqlite } from '../../../test/temporary-database.ts';

describeKrls('SQLite', temporarySqlite);
