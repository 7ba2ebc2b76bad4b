/** Two worker processes on PostgreSQL. */
import { temporaryPostgres } from '../../../packages/server/test/temporary-database.ts';
import { describeWorkerProcesses } from '../support/worker-processes/worker-process-suite.ts';

describeWorkerProcesses(temporaryPostgres);
