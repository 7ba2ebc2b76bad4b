import type { AuthorizerKind } from './authorizer.ts';

/** Admits every client. */
export const noAuthorizer: AuthorizerKind = {
  names: ['NOAUTH', 'org.signserver.server.NoAuthorizer'],
  make: () => ({ authorize: () => Promise.resolve({ username: undefined }) }),
};
