import { describeCrlStores } from '../../../../test/contracts/crl-stores-contract.ts';
import { temporarySqlite } from '../../../../test/temporary-database.ts';

describeCrlStores('SQLite', temporarySqlite);
