import { appError } from '../../kernel/errors.ts';

/** A request without the required credentials. */
export class NoCredentialsError extends appError('unauthenticated', 'access.no_credentials') {
  constructor() {
    super('No client certificate or OAuth token was received, which is needed for authentication.');
  }
}

/** A credential that this installation does not accept. The message says which check failed and nothing else. */
export class CredentialsRefusedError extends appError('unauthenticated', 'access.credentials_refused') {
  readonly reason: CredentialRefusal;

  constructor(reason: CredentialRefusal) {
    super(`Authentication failed: ${REFUSALS[reason]}`, { context: { reason } });
    this.reason = reason;
  }
}

/** Reason for which a credential was refused. */
export type CredentialRefusal =
  | 'malformed-certificate'
  | 'unknown-issuer'
  | 'not-yet-valid'
  | 'expired'
  | 'not-for-clients'
  | 'revoked'
  | 'unknown-to-issuer'
  | 'issuer-not-valid'
  | 'bearer-not-supported';

/** A password that comes too soon after several wrong ones. It was not checked. */
export class TooManyPasswordsError extends appError('rate-limited', 'access.too_many_passwords') {
  override readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super(`Too many wrong passwords. The next attempt is possible in ${retryAfterSeconds} s.`);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** A known caller none of whose roles allows the request. */
export class AccessDeniedError extends appError('forbidden', 'access.denied') {
  readonly resource: string;

  /** @param resource - the path of the rule that was missing, with names that the caller may know */
  constructor(resource: string) {
    super(`Not authorized: no role of the caller allows '${resource}'.`, { context: { resource } });
    this.resource = resource;
  }
}

const REFUSALS: Record<CredentialRefusal, string> = {
  'malformed-certificate': 'the client certificate cannot be read.',
  'unknown-issuer': 'the client certificate was not issued by a CA that a role names.',
  'not-yet-valid': 'the client certificate is not valid yet.',
  expired: 'the client certificate has expired.',
  'not-for-clients': 'the extended key usage of the client certificate does not allow client authentication.',
  revoked: 'the client certificate is revoked.',
  'unknown-to-issuer': 'the client certificate is not in the records of the CA that issued it.',
  'issuer-not-valid': 'the CA that issued the client certificate is expired or revoked.',
  'bearer-not-supported': 'bearer tokens are not accepted here; use a client certificate.',
};
