import { describeKrls } from '../../../test/krl-contract.ts';
import { temporaryPostgres } from '../../../test/temporary-database.ts';

describeKrls('PostgreSQL', temporaryPostgres);
