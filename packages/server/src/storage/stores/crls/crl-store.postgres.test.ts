import { describeCrlStores } from '../../../../test/crl-stores-contract.ts';
import { temporaryPostgres } from '../../../../test/temporary-database.ts';

describeCrlStores('PostgreSQL', temporaryPostgres);
