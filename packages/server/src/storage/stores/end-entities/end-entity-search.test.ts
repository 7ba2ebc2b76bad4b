import { describeEndEntitySearch } from '../../../../test/contracts/end-entity-search-contract.ts';
import { temporarySqlite } from '../../../../test/temporary-database.ts';

describeEndEntitySearch('SQLite', temporarySqlite);
