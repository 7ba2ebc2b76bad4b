import type { AuthorizerKind } from './authorizer.ts';

/** Admits every client, and logs the cookies set by a proxy in front of the server: those whose names begin with the prefix in the property. */
export const cookieAuthorizer: AuthorizerKind = {
  names: ['org.signserver.server.CookieAuthorizer'],
  make(properties) {
    if (!properties.boolean('ALLOW_ANY', false)) properties.report('ALLOW_ANY', 'has to be TRUE');
    const prefix = properties.text('REQUEST_COOKIES_PREFIX');
    return {
      authorize: async ({ cookies }, { log }) => {
        for (const [name, value] of cookies) {
          if (prefix !== undefined && name.startsWith(prefix)) log.set(`COOKIE_${name}`, value);
        }
        return { username: undefined };
      },
    };
  },
};
