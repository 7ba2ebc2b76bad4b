/** Two worker processes on SQLite. */
import { describeWorkerProcesses } from '../support/worker-process-suite.ts';

describeWorkerProcesses(undefined);
