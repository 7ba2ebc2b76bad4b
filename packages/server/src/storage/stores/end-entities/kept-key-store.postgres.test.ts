import { describeKeptKeys } from '../../../../test/kept-keys-contract.ts';
import { temporaryPostgres } from '../../../../test/temporary-database.ts';

describeKeptKeys('PostgreSQL', temporaryPostgres);
