import { describeUnsignedCrls } from '../../../../test/contracts/unsigned-crls-contract.ts';
import { temporarySqlite } from '../../../../test/temporary-database.ts';

describeUnsignedCrls('SQLite', temporarySqlite);
