import { describeLogins } from '../../../../test/logins-contract.ts';
import { temporaryPostgres } from '../../../../test/temporary-database.ts';

describeLogins('PostgreSQL', temporaryPostgres);
