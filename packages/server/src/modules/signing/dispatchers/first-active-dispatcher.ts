import { NoActiveWorkerError } from './errors.ts';
import { type Processor, type ProcessorKind, SigningTokenUnavailableError } from '../worker-contract/index.ts';

/** Passes a request on to the first of its workers whose crypto token is active. One that fails in another way has failed. */
export const firstActiveDispatcherKind: ProcessorKind<readonly string[]> = {
  type: 'PROCESSABLE',
  className: 'org.signserver.server.dispatchers.FirstActiveDispatcher',
  read: (properties) => properties.requiredList('WORKERS'),
  // The others are asked only when its crypto token is closed.
  needs: ([first]) => ({ workers: first === undefined ? [] : [{ property: 'WORKERS', named: first }] }),
};

/** @param workers - ids or names */
export function firstActiveDispatcher(workers: readonly string[]): Processor {
  return {
    async process(request, context) {
      for (const worker of workers) {
        try {
          return await context.callWorker(worker, request);
        } catch (error) {
          if (!(error instanceof SigningTokenUnavailableError)) throw error;
        }
      }
      throw new NoActiveWorkerError();
    },
  };
}
