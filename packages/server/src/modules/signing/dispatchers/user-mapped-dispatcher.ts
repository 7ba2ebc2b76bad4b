import { IllegalRequestError, type Processor, type ProcessorKind } from '../worker-contract/index.ts';
import { readMapping } from './mapping.ts';

/** Passes a request on to the worker of the user who was authorized. */
export const userMappedDispatcherKind: ProcessorKind<ReadonlyMap<string, string>> = {
  type: 'PROCESSABLE',
  className: 'org.signserver.server.dispatchers.UserMappedDispatcher',
  read: (properties) => {
    properties.requiredText('USERNAME_MAPPING');
    return readMapping(properties, 'USERNAME_MAPPING', ',');
  },
};

/** @param workers - ids or names, by the name of the user */
export function userMappedDispatcher(workers: ReadonlyMap<string, string>): Processor {
  return {
    async process(request, context) {
      const worker = workers.get(context.username ?? '');
      if (worker === undefined) throw new IllegalRequestError('No worker for the specified username');
      return context.callWorker(worker, request);
    },
  };
}
