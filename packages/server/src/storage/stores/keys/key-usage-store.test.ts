import { describeKeyUsages } from '../../../../test/key-usages-contract.ts';
import { temporarySqlite } from '../../../../test/temporary-database.ts';

describeKeyUsages('SQLite', temporarySqlite);
