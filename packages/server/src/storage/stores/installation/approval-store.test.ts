import { describeApprovals } from '../../../../test/contracts/approval-contract.ts';
import { temporarySqlite } from '../../../../test/temporary-database.ts';

describeApprovals('SQLite', temporarySqlite);
