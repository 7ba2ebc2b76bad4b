import { describeUnsignedCrls } from '../../../test/unsigned-crls-contract.ts';
import { temporarySqlite } from '../../../test/temporary-database.ts';

describeUnsignedCrls('SQLite', temporarySqlite);
