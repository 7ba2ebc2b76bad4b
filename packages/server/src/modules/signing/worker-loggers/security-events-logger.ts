import { shortened } from '../../../kernel/text/shortened.ts';
import type { WorkerLoggerKind } from './worker-logger.ts';

/** Puts the fields into the audit record of the request: all, those that the worker lists, or all but those. */
export const securityEventsLogger: WorkerLoggerKind = {
  className: 'org.signserver.server.log.SecurityEventsWorkerLogger',
  make(properties) {
    const included = properties.list('LOGINCLUDEFIELDS');
    const excluded = properties.list('LOGEXCLUDEFIELDS');
    if (included !== undefined && excluded !== undefined)
      properties.report('LOGINCLUDEFIELDS', 'and LOGEXCLUDEFIELDS cannot both be given');
    const isLogged = (field: string) => included?.includes(field) ?? excluded?.includes(field) !== true;
    return {
      entry: () => undefined,
      audited: (fields) =>
        Object.fromEntries(
          Object.entries(fields)
            .filter(([field]) => isLogged(field))
            .map(([field, value]) => [field, shortened(value, MAX_VALUE)]),
        ),
    };
  },
};

/** An audit record is kept for ever: the output of a signer does not belong there. */
const MAX_VALUE = 4096;
