/** Workers that help others: with the time-stamp of a signature, with what a certificate is worth. */
import { allOf } from '../../../kernel/content.ts';
import { AppError } from '../../../kernel/errors.ts';
import { HelpingWorkerError } from './errors.ts';
import type { ProcessContext } from './processor.ts';

/**
 * Has another worker answer a request of this one's own. When that worker is missing or refuses, the client cannot fix this: it did not
 * make this request.
 *
 * @param named - id or name
 * @throws {@link HelpingWorkerError}, and what says that something is not there now
 */
export async function askWorker(
  named: string,
  request: Parameters<ProcessContext['callWorker']>[1],
  context: ProcessContext,
): Promise<Uint8Array> {
  try {
    return await allOf((await context.callWorker(named, request)).content);
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === 'unavailable') throw error;
    throw new HelpingWorkerError(named, error);
  }
}
