import type { AuthorizerKind } from './authorizer.ts';

/** Lets everybody in, and notes the cookies that something in front of the server has set: those whose names begin as the property says. */
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
