import { describeEndEntities } from '../../../../test/contracts/end-entities-contract.ts';
import { temporaryPostgres } from '../../../../test/temporary-database.ts';

describeEndEntities('PostgreSQL', temporaryPostgres);
