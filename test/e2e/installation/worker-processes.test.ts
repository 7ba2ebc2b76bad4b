/** Two worker processes on SQLite. */
import { describeWorkerProcesses } from '../support/worker-processes/worker-process-suite.ts';

describeWorkerProcesses(undefined);
