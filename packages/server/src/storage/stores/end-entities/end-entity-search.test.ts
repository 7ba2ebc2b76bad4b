import { describeEndEntitySearch } from '../../../../test/end-entity-search-contract.ts';
import { temporarySqlite } from '../../../../test/temporary-database.ts';

describeEndEntitySearch('SQLite', temporarySqlite);
