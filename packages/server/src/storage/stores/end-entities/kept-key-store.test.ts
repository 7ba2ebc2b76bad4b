import { describeKeptKeys } from '../../../../test/contracts/kept-keys-contract.ts';
import { temporarySqlite } from '../../../../test/temporary-database.ts';

describeKeptKeys('SQLite', temporarySqlite);
