import { describeEndEntities } from '../../../../test/end-entities-contract.ts';
import { temporaryPostgres } from '../../../../test/temporary-database.ts';

describeEndEntities('PostgreSQL', temporaryPostgres);
