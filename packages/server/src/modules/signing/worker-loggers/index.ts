/** The loggers that write the worker log: the property WORKERLOGGER. */
export { readLogger, USUAL_LOGGER } from './logger-kinds.ts';
export type { WorkerLogEntry, WorkerLogger } from './worker-logger.ts';
