import { describeEndEntitySearch } from '../../../../test/contracts/end-entity-search-contract.ts';
import { temporaryPostgres } from '../../../../test/temporary-database.ts';

describeEndEntitySearch('PostgreSQL', temporaryPostgres);
