import { describeArchive } from '../../../../test/archive-contract.ts';
import { temporarySqlite } from '../../../../test/temporary-database.ts';

describeArchive('SQLite', temporarySqlite);
