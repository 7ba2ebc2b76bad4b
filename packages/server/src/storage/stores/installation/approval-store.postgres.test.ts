import { describeApprovals } from '../../../../test/approval-contract.ts';
import { temporaryPostgres } from '../../../../test/temporary-database.ts';

describeApprovals('PostgreSQL', temporaryPostgres);
