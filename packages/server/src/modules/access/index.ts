/** Callers and their rights. */
export { AccessControl } from './access-control.ts';
export { accessModule } from './access-module.ts';
export type { AttemptClaim, AttemptStore } from './attempt-store.ts';
export { type AttemptFailures, CountedAttempts } from './counted-attempts.ts';
export { actorOf, type Administrator, type CertificateAdministrator, SYSTEM } from './administrator.ts';
export { Authenticator, type AdministratorIssuer, type AuthenticatorSource } from './authenticator.ts';
export { AccessDeniedError, CredentialsRefusedError, NoCredentialsError, TooManyPasswordsError } from './errors.ts';
export {
  type CountedPasswords,
  PASSWORD_LOCKS,
  PasswordAttempts,
  type PasswordLimits,
  type WrongPasswords,
} from './password-attempts.ts';
export { forgetLocksTask } from './forget-locks.ts';
export { type NamedDocument, NamedResource, resourceOfNamed } from './named-document.ts';
export { CRYPTO_TOKEN_RIGHTS, Resource, type EndEntityProfileRight } from './resources.ts';
export type { Role } from './role.ts';
export { roleType } from './role-type.ts';
export { writtenSerialNumber } from './written-serial-number.ts';
export type { HolderNames } from './role-member.ts';
export { type CertificateIssuers, RoleMembership } from './role-membership.ts';
export type { UseCaseDeps } from './use-case-deps.ts';
