/** Records of requests that have ended: lines in the log, and counts for operators. */
import type { ServerResponse } from 'node:http';
import { isTooSlow } from '../limits/index.ts';
import type { HttpLog, RequestRecord } from './access-log.ts';
import type { RequestMetrics } from './metrics.ts';

export interface RequestRecords {
  readonly log: HttpLog;
  /** Counts the request, unless undefined. */
  readonly metrics?: RequestMetrics | undefined;
}

/**
 * Records a request whose answer is out, or whose client was too slow. The framework knows of no end of the others.
 *
 * @param record - makes the record; called when there is something to be recorded
 */
export function recordEnd(
  { req: { socket }, headersSent, writableFinished }: ServerResponse,
  record: () => RequestRecord,
  { log, metrics }: RequestRecords,
): void {
  if (writableFinished) {
    recordRequest(record(), { log, metrics });
  } else if (isTooSlow(socket)) {
    const { status, failure = 'http.request_too_slow', ...rest } = record();
    recordRequest({ ...rest, status: headersSent ? status : 408, failure }, { log });
  }
}

/** Records a request. A failure is logged and never thrown: nobody would catch it, and it would end the process. */
export function recordRequest(record: RequestRecord, { log, metrics }: RequestRecords): void {
  try {
    log.info(record, 'request');
    metrics?.observe(record);
  } catch (error) {
    try {
      log.error({ requestId: record.requestId, err: error }, 'request not recorded');
    } catch {
      // A log that takes neither the line nor the failure leaves nobody to tell.
    }
  }
}
