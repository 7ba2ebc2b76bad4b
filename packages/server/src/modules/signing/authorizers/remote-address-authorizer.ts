import type { AuthorizerKind } from './authorizer.ts';
import { ClientNotAuthenticatedError } from './errors.ts';
import { AddressList } from './address-list.ts';

/** Admits clients that connect from an address in the list `ALLOW_FROM`. */
export const remoteAddressAuthorizer: AuthorizerKind = {
  names: ['org.signserver.server.RemoteAddressAuthorizer'],
  make(properties) {
    const allowed = AddressList.read(properties, 'ALLOW_FROM');
    if (allowed === undefined) properties.report('ALLOW_FROM', 'is missing');
    return {
      authorize: async ({ remoteAddress }, { log }) => {
        if (allowed?.has(remoteAddress) !== true)
          throw new ClientNotAuthenticatedError('Remote address not authorized');
        log.set('AUTHORIZED_ADDRESS', remoteAddress);
        return { username: undefined };
      },
    };
  },
};
