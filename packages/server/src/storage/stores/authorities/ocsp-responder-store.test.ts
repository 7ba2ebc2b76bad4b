import { describeOcspResponders } from '../../../../test/contracts/ocsp-responders-contract.ts';
import { temporarySqlite } from '../../../../test/temporary-database.ts';

describeOcspResponders('SQLite', temporarySqlite);
