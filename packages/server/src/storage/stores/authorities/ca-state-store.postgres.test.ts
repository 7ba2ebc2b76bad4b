import { describeCaStateStore } from '../../../../test/contracts/ca-state-store-contract.ts';
import { temporaryPostgres } from '../../../../test/temporary-database.ts';

describeCaStateStore('PostgreSQL', temporaryPostgres);
