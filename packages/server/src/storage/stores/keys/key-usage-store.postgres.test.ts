import { describeKeyUsages } from '../../../../test/key-usages-contract.ts';
import { temporaryPostgres } from '../../../../test/temporary-database.ts';

describeKeyUsages('PostgreSQL', temporaryPostgres);
