import { describeEndEntitySearch } from '../../../../test/end-entity-search-contract.ts';
import { temporaryPostgres } from '../../../../test/temporary-database.ts';

describeEndEntitySearch('PostgreSQL', temporaryPostgres);
