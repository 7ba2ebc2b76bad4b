import { describePublications } from '../../../../test/publications-contract.ts';
import { temporarySqlite } from '../../../../test/temporary-database.ts';

describePublications('SQLite', temporarySqlite);
