import { describeKeptKeys } from '../../../../test/contracts/kept-keys-contract.ts';
import { temporaryPostgres } from '../../../../test/temporary-database.ts';

describeKeptKeys('PostgreSQL', temporaryPostgres);
