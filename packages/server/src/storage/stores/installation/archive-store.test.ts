import { describeArchive } from '../../../../test/contracts/archive-contract.ts';
import { temporarySqlite } from '../../../../test/temporary-database.ts';

describeArchive('SQLite', temporarySqlite);
