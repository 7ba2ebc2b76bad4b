import { describeDatabase } from '../../../test/database-contract.ts';
import { temporaryPostgres } from '../../../test/temporary-database.ts';

describeDatabase('PostgreSQL', temporaryPostgres);
