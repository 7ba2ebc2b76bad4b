/** All kinds of authorizers. A new one is one file, and a line here. */
import { didYouMean } from '../../../kernel/text/nearest-word.ts';
import type { AuthorizerKind } from './authorizer.ts';
import { clientCertificateAuthorizer } from './client-certificate-authorizer.ts';
import { cookieAuthorizer } from './cookie-authorizer.ts';
import { dispatchedAuthorizer } from './dispatched-authorizer.ts';
import { jwtAuthorizer } from './jwt-authorizer.ts';
import { listBasedAddressAuthorizer } from './list-based-address-authorizer.ts';
import { noAuthorizer } from './no-authorizer.ts';
import { remoteAddressAuthorizer } from './remote-address-authorizer.ts';
import { signedRequestAuthorizer } from './signed-request-authorizer.ts';
import { usernameAuthorizer } from './username-authorizer.ts';
import { usernamePasswordAuthorizer } from './username-password-authorizer.ts';

/** Every kind of authorizer. */
export const AUTHORIZER_KINDS: readonly AuthorizerKind[] = [
  noAuthorizer,
  clientCertificateAuthorizer,
  usernamePasswordAuthorizer,
  usernameAuthorizer,
  remoteAddressAuthorizer,
  listBasedAddressAuthorizer,
  dispatchedAuthorizer,
  cookieAuthorizer,
  jwtAuthorizer,
  signedRequestAuthorizer,
];

/** Authentication type of a worker without AUTHTYPE. */
export const DEFAULT_AUTHTYPE = 'CLIENTCERT';

/** Finds the kind that AUTHTYPE names; undefined when there is none. */
export function authorizerKind(authType: string): AuthorizerKind | undefined {
  return byName.get(authType.toUpperCase());
}

/** Returns the known name most similar to an unknown AUTHTYPE, as a question after a space; empty when none is similar. */
export function probableAuthType(authType: string): string {
  return didYouMean(
    authType.slice(authType.lastIndexOf('.') + 1),
    AUTHORIZER_KINDS.flatMap(({ names }) => names.map((name) => name.slice(name.lastIndexOf('.') + 1))),
  );
}

const byName = new Map(
  AUTHORIZER_KINDS.flatMap((kind) => kind.names.map((name) => [name.toUpperCase(), kind] as const)),
);
