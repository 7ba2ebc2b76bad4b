import type { AuthorizerKind } from './authorizer.ts';
import { ClientNotAuthorizedError } from './errors.ts';

/** Admits other workers only: those that pass a request on, or make one themselves. */
export const dispatchedAuthorizer: AuthorizerKind = {
  names: ['org.signserver.server.DispatchedAuthorizer'],
  make(properties) {
    if (!properties.boolean('AUTHORIZEALLDISPATCHERS', false))
      properties.report('AUTHORIZEALLDISPATCHERS', 'has to be TRUE');
    return {
      authorize: async (_client, { worker, dispatcher }) => {
        if (dispatcher === undefined)
          throw new ClientNotAuthorizedError(`Error, client is not authorized to worker with id ${worker.id}`);
        return { username: undefined };
      },
    };
  },
};
