/** Loggers, which decide where the record of a request goes: the property WORKERLOGGER. */
import type { WorkerLogFields, WorkerProperties } from '../worker-contract/index.ts';

/** A record of the worker log on its way into the log of the server, or into a file. */
export interface WorkerLogEntry {
  readonly level: WorkerLogLevel;
  /** The record as one line; undefined where the fields themselves are logged. */
  readonly text: string | undefined;
  readonly fields: WorkerLogFields;
  /** A file of the host that gets the text as a line, instead of the log. */
  readonly file?: string;
}

export type WorkerLogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace';

/** Decides about one record. */
export interface WorkerLogger {
  /** The file that its entries name, all of them; undefined where they name none. */
  readonly file?: string;
  /** Makes the entry for the log of the server; undefined for none. */
  entry(fields: WorkerLogFields): WorkerLogEntry | undefined;
  /** Returns the fields that the audit record of the request has as well; undefined for none, and for no record of a failure. */
  audited(fields: WorkerLogFields): WorkerLogFields | undefined;
}

/** A kind of logger. Listed in `worker-loggers/`. */
export interface WorkerLoggerKind {
  /** The values of WORKERLOGGER that mean it: class names, the part after the last dot will do. */
  readonly className: string;
  /** Makes it, or reports what is wrong with the properties. Pure. */
  make(properties: WorkerProperties): WorkerLogger;
}

/** `LOGLEVEL_DEFAULT`, in the words that operators of other systems know. */
export function readLogLevel(properties: WorkerProperties): WorkerLogLevel {
  const words = ['FATAL', 'ERROR', 'WARNING', 'WARN', 'INFO', 'DEBUG', 'TRACE'] as const;
  const word = properties.choice('LOGLEVEL_DEFAULT', words, 'INFO');
  return word === 'WARNING' ? 'warn' : (word.toLowerCase() as WorkerLogLevel);
}
