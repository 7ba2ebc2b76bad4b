import type * as http from '../http/index.ts';
import {
  type AccessControl,
  actorOf,
  type Administrator,
  type Authenticator,
  CredentialsRefusedError,
  NoCredentialsError,
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
        const reason = refusalOf(error);
        if (reason !== undefined) await unknownCallers.refuse({ remoteAddress: credentials.remoteAddress, reason });
        throw error;
      }
    },
    requireRole: (administrator) => access.requireRole(administrator),
    nameOf: (administrator) => actorOf(administrator).name,
  };
}

/** Why nobody was let in, when that is what the error says. */
function refusalOf(error: unknown): string | undefined {
  if (error instanceof NoCredentialsError) return 'no-credentials';
  return error instanceof CredentialsRefusedError ? error.reason : undefined;
}
