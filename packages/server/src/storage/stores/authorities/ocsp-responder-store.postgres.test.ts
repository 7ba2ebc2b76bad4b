import { describeOcspResponders } from '../../../../test/contracts/ocsp-responders-contract.ts';
import { temporaryPostgres } from '../../../../test/temporary-database.ts';

describeOcspResponders('PostgreSQL', temporaryPostgres);
