/** Tasks of two worker processes on SQLite. */
import { describeTasksOfWorkers } from '../support/worker-processes/worker-process-tasks-suite.ts';

describeTasksOfWorkers(undefined);
