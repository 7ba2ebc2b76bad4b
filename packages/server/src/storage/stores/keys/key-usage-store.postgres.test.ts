import { describeKeyUsages } from '../../../../test/contracts/key-usages-contract.ts';
import { temporaryPostgres } from '../../../../test/temporary-database.ts';

describeKeyUsages('PostgreSQL', temporaryPostgres);
