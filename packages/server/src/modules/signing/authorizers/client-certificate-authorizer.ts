import type { AuthorizerKind } from '../authorizer.ts';
import { ClientNotAuthorizedError } from '../errors.ts';

/** Lets in who shows a certificate that one of the worker's rules names. No worker has rules yet, so nobody is let in. */
export const clientCertificateAuthorizer: AuthorizerKind = {
  names: ['CLIENTCERT', 'org.signserver.server.ClientCertAuthorizer'],
  make: () => ({
    authorize: async ({ certificate }, { id }) => {
      if (certificate === undefined) {
        throw new ClientNotAuthorizedError('Error, client authentication is required.');
      }
      throw new ClientNotAuthorizedError(`Worker ${id}: Client is not authorized`);
    },
  }),
};
