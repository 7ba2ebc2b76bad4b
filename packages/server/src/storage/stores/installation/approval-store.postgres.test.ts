import { describeApprovals } from '../../../../test/contracts/approval-contract.ts';
import { temporaryPostgres } from '../../../../test/temporary-database.ts';

describeApprovals('PostgreSQL', temporaryPostgres);
