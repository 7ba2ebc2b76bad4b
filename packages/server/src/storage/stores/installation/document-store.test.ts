import { describeDocuments } from '../../../../test/contracts/documents-contract.ts';
import { temporarySqlite } from '../../../../test/temporary-database.ts';

describeDocuments('SQLite', temporarySqlite);
