import { readLogLevel, type WorkerLoggerKind } from '../worker-logger.ts';
import { inOneLine } from './one-line.ts';

/** Appends a line with every field to a file of the host. */
export const fileLogger: WorkerLoggerKind = {
  className: 'org.signserver.server.log.FileWorkerLogger',
  make(properties) {
    const file = properties.requiredText('LOG_FILE_PATH');
    const level = readLogLevel(properties);
    return {
      entry(fields) {
        const shown = [...fields].map(([field, value]) => `${field}: ${value}`);
        // A worker that names no file does not work, and what it says about that is in the log of the server.
        return {
          level,
          ...(file === '' ? {} : { file }),
          fields,
          text: inOneLine(['AllVariablesLogger', ...shown].join('; ')),
        };
      },
      audited: () => undefined,
    };
  },
};
