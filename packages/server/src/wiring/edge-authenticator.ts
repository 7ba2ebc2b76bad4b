import type * as http from '../http/index.ts';
import { actorOf, CredentialsRefusedError, NoCredentialsError } from '../modules/access/index.ts';
import type { UnknownCallers } from '../modules/audit/index.ts';
import type { Installation } from './installation.ts';

/** Authentication for the HTTP edge: refusals of unknown callers are counted and recorded. */
export function edgeAuthenticator(
  { authenticator, control }: Installation['access'],
  unknownCallers: UnknownCallers,
): http.Authenticator {
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
    requireRole: (administrator) => control.requireRole(administrator),
    nameOf: (administrator) => actorOf(administrator).name,
  };
}

/** Returns the reason for which a caller was refused; undefined for other errors. */
function refusalOf(error: unknown): string | undefined {
  if (error instanceof NoCredentialsError) return 'no-credentials';
  return error instanceof CredentialsRefusedError ? error.reason : undefined;
}
