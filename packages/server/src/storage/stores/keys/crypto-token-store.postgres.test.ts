import { temporaryPostgres } from '../../../../test/temporary-database.ts';
import { describeTokenKeys } from '../../../../test/contracts/token-keys-contract.ts';

describeTokenKeys('PostgreSQL', temporaryPostgres);
