import { describeCaStateStore } from '../../../../test/contracts/ca-state-store-contract.ts';
import { temporarySqlite } from '../../../../test/temporary-database.ts';

describeCaStateStore('SQLite', temporarySqlite);
