import { describeKeptKeys } from '../../../../test/kept-keys-contract.ts';
import { temporarySqlite } from '../../../../test/temporary-database.ts';

describeKeptKeys('SQLite', temporarySqlite);
