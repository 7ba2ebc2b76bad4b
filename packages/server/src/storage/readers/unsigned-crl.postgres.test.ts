import { describeUnsignedCrls } from '../../../test/unsigned-crls-contract.ts';
import { temporaryPostgres } from '../../../test/temporary-database.ts';

describeUnsignedCrls('PostgreSQL', temporaryPostgres);
