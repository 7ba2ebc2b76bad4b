import { describeArchive } from '../../../../test/archive-contract.ts';
import { temporaryPostgres } from '../../../../test/temporary-database.ts';

describeArchive('PostgreSQL', temporaryPostgres);
