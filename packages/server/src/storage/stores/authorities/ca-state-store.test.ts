import { describeCaStateStore } from '../../../../test/ca-state-store-contract.ts';
import { temporarySqlite } from '../../../../test/temporary-database.ts';

describeCaStateStore('SQLite', temporarySqlite);
