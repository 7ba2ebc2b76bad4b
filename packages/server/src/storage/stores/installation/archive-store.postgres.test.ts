import { describeArchive } from '../../../../test/contracts/archive-contract.ts';
import { temporaryPostgres } from '../../../../test/temporary-database.ts';

describeArchive('PostgreSQL', temporaryPostgres);
