import { describeUnsignedCrls } from '../../../../test/contracts/unsigned-crls-contract.ts';
import { temporaryPostgres } from '../../../../test/temporary-database.ts';

describeUnsignedCrls('PostgreSQL', temporaryPostgres);
