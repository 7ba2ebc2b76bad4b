import { readLogLevel, type WorkerLoggerKind } from './worker-logger.ts';
import { inOneLine } from '../../../kernel/text/shortened.ts';

/** Appends a line with every field to a file of the host. */
export const fileLogger: WorkerLoggerKind = {
  className: 'org.signserver.server.log.FileWorkerLogger',
  make(properties) {
    // A worker that names no file does not work, and what it says about that is in the log of the server. Which files it may be is the
    // operator's to say, and found out on the host.
    const given = properties.requiredText('LOG_FILE_PATH');
    const file = given === '' ? {} : { file: given };
    const level = readLogLevel(properties);
    return {
      ...file,
      entry(fields) {
        const shown = Object.entries(fields).map(([field, value]) => `${field}: ${value}`);
        return { level, ...file, fields, text: inOneLine(['AllVariablesLogger', ...shown].join('; ')) };
      },
      audited: () => undefined,
    };
  },
};
