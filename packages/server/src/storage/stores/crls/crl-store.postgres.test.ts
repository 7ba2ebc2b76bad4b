import { describeCrlStores } from '../../../../test/contracts/crl-stores-contract.ts';
import { temporaryPostgres } from '../../../../test/temporary-database.ts';

describeCrlStores('PostgreSQL', temporaryPostgres);
