import { temporarySqlite } from '../../../../test/temporary-database.ts';
import { describeTokenKeys } from '../../../../test/contracts/token-keys-contract.ts';

describeTokenKeys('SQLite', temporarySqlite);
