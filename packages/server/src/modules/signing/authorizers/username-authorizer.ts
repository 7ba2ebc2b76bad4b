import type { Authorized, AuthorizerKind } from './authorizer.ts';
import type { Client } from '../worker-contract/index.ts';
import { ClientNotAuthenticatedError } from './errors.ts';

/** Takes the username from the client, which a proxy in front of the server must have authenticated. The password is ignored. */
export const usernameAuthorizer: AuthorizerKind = {
  names: ['org.signserver.server.UsernameAuthorizer'],
  make(properties) {
    const all = properties.boolean('ACCEPT_ALL_USERNAMES', false);
    const accepted = new Set(properties.list('ACCEPT_USERNAMES', ';'));
    if (!all && accepted.size === 0)
      properties.report('ACCEPT_USERNAMES', 'is missing, and ACCEPT_ALL_USERNAMES is not TRUE');
    return {
      async authorize({ password }: Client): Promise<Authorized> {
        const username = password?.username ?? '';
        if (username === '') throw new ClientNotAuthenticatedError('Username required');
        if (!all && !accepted.has(username)) throw new ClientNotAuthenticatedError('Authentication denied');
        return { username };
      },
    };
  },
};
