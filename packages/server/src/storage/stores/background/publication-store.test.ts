import { describePublications } from '../../../../test/contracts/publications-contract.ts';
import { temporarySqlite } from '../../../../test/temporary-database.ts';

describePublications('SQLite', temporarySqlite);
