import type { WorkerLoggerKind } from './worker-logger.ts';

/** Logs nothing. */
export const nullLogger: WorkerLoggerKind = {
  className: 'org.signserver.server.log.NullWorkerLogger',
  make: () => ({ entry: () => undefined, audited: () => undefined }),
};
