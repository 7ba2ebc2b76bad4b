import { describeOcspResponders } from '../../../../test/ocsp-responders-contract.ts';
import { temporaryPostgres } from '../../../../test/temporary-database.ts';

describeOcspResponders('PostgreSQL', temporaryPostgres);
