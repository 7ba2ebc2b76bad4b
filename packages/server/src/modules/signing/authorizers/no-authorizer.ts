import type { AuthorizerKind } from './authorizer.ts';

/** Lets everybody in. */
export const noAuthorizer: AuthorizerKind = {
  names: ['NOAUTH', 'org.signserver.server.NoAuthorizer'],
  make: () => ({ authorize: () => Promise.resolve({ username: undefined }) }),
};
