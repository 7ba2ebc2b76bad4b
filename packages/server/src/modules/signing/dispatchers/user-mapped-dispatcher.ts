import { IllegalRequestError, type ProcessorKind } from '../kinds/index.ts';
import { readMapping } from './mapping.ts';

/** Passes a request on to the worker of the user who was authorized. */
export const userMappedDispatcherKind: ProcessorKind = {
  type: 'PROCESSABLE',
  className: 'org.signserver.server.dispatchers.UserMappedDispatcher',
  make: (properties) => {
    properties.requiredText('USERNAME_MAPPING');
    const workers = readMapping(properties, 'USERNAME_MAPPING', ',');
    return {
      async process(request, context) {
        const worker = workers.get(context.username ?? '');
        if (worker === undefined) throw new IllegalRequestError('No worker for the specified username');
        return context.callWorker(worker, request);
      },
    };
  },
};
