import { describeKeyUsages } from '../../../../test/contracts/key-usages-contract.ts';
import { temporarySqlite } from '../../../../test/temporary-database.ts';

describeKeyUsages('SQLite', temporarySqlite);
