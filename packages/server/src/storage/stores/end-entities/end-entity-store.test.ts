import { describeEndEntities } from '../../../../test/contracts/end-entities-contract.ts';
import { temporarySqlite } from '../../../../test/temporary-database.ts';

describeEndEntities('SQLite', temporarySqlite);
