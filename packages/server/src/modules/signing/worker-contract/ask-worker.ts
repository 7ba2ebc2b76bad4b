/** Requests of workers to other workers, such as for the time-stamp of a signature or the validation of a certificate. */
import { allOf } from '../../../kernel/content.ts';
import { AppError } from '../../../kernel/errors.ts';
import { HelpingWorkerError } from './errors.ts';
import type { ProcessContext } from './processor.ts';

/**
 * Has another worker answer a request that this worker makes itself. When that worker is missing or refuses, the error does not blame the
 * client, which did not make this request.
 *
 * @param named - id or name
 * @throws {@link HelpingWorkerError}, and errors of kind `unavailable`
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
