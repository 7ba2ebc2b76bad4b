import { describeDatabase } from '../../../test/contracts/database-contract.ts';
import { temporaryPostgres } from '../../../test/temporary-database.ts';

describeDatabase('PostgreSQL', temporaryPostgres);
