import { describeLogins } from '../../../../test/contracts/logins-contract.ts';
import { temporaryPostgres } from '../../../../test/temporary-database.ts';

describeLogins('PostgreSQL', temporaryPostgres);
