import { readLogLevel, type WorkerLogger, type WorkerLoggerKind } from './worker-logger.ts';
import type { WorkerProperties } from '../worker-contract/index.ts';

/** Logs every field. */
export const allFieldsLogger: WorkerLoggerKind = {
  className: 'org.signserver.server.log.AllFieldsWorkerLogger',
  make: makeAllFieldsLogger,
};

function makeAllFieldsLogger(properties: WorkerProperties): WorkerLogger {
  const level = readLogLevel(properties);
  return { entry: (fields) => ({ level, text: undefined, fields }), audited: () => undefined };
}
