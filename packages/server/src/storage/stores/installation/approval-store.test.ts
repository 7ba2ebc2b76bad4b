import { describeApprovals } from '../../../../test/approval-contract.ts';
import { temporarySqlite } from '../../../../test/temporary-database.ts';

describeApprovals('SQLite', temporarySqlite);
