/** The authorizers that decide which clients a worker serves: the property AUTHTYPE. */
export { authorizerKind, DEFAULT_AUTHTYPE, probableAuthType } from './authorizer-kinds.ts';
export type { Authorized, Authorizer } from './authorizer.ts';
export { ClientCertificates } from './client-certificates.ts';
export { CLIENT_FIELDS, type ClientRule } from './client-rule.ts';
export { ClientNotAuthenticatedError, ClientNotAuthorizedError } from './errors.ts';
