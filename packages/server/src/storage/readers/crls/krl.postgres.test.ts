import { describeKrls } from '../../../../test/contracts/krl-contract.ts';
import { temporaryPostgres } from '../../../../test/temporary-database.ts';

describeKrls('PostgreSQL', temporaryPostgres);
