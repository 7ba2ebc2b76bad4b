/** All kinds of worker loggers. A new one is one file, and a line here. */
import type { WorkerLogger, WorkerLoggerKind } from './worker-logger.ts';
import { WorkerProperties } from '../worker-contract/index.ts';
import { allFieldsLogger } from './all-fields-logger.ts';
import { fileLogger } from './file-logger.ts';
import { nullLogger } from './null-logger.ts';
import { customTimeStampLogger, patternLogger, timeStampLogger } from './pattern-logger.ts';
import { securityEventsLogger } from './security-events-logger.ts';

/** Every kind of worker logger. */
export const WORKER_LOGGER_KINDS: readonly WorkerLoggerKind[] = [
  allFieldsLogger,
  patternLogger,
  securityEventsLogger,
  fileLogger,
  nullLogger,
  timeStampLogger,
  customTimeStampLogger,
];

/** The logger of workers that name none, and of requests that name no worker. */
export const USUAL_LOGGER = allFieldsLogger.make(new WorkerProperties({}, () => undefined));

/** The logger that the properties name; the usual one, and a report, when there is none of that name. */
export function readLogger(properties: WorkerProperties): WorkerLogger {
  const className = properties.text('WORKERLOGGER') ?? allFieldsLogger.className;
  const kind = WORKER_LOGGER_KINDS.find(
    ({ className: known }) => known === className || known.endsWith(`.${className}`),
  );
  if (kind !== undefined) return kind.make(properties);
  properties.report('WORKERLOGGER', `is '${className}', which is not a known logger`);
  return USUAL_LOGGER;
}
