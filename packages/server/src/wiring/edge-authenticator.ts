import type * as http from '../http/index.ts';
import {
  type AccessControl,
  actorOf,
  type Administrator,
  type Authenticator,
  CredentialsRefusedError,
} from '../modules/access/index.ts';
import type { UnknownCallers } from '../modules/audit/index.ts';

/** Authentication as the HTTP edge asks for it: refusals of callers whom nobody knows are counted and recorded. */
export function edgeAuthenticator(deps: {
  readonly authenticator: Authenticator;
  readonly access: AccessControl;
  readonly unknownCallers: UnknownCallers;
}): http.Authenticator<Administrator> {
  const { authenticator, access, unknownCallers } = deps;
  return {
    async authenticate(credentials) {
      try {
        return await authenticator.authenticate(credentials);
      } catch (error) {
        if (error instanceof CredentialsRefusedError) {
          await unknownCallers.refuse({ remoteAddress: credentials.remoteAddress, reason: error.reason });
        }
        throw error;
      }
    },
    requireRole: (administrator) => access.authorize(administrator),
    nameOf: (administrator) => actorOf(administrator).name,
  };
}
