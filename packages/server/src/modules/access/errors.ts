import { AppError } from '../../kernel/errors.ts';

/** The caller showed no credential where one is needed. */
export class NoCredentialsError extends AppError {
  override readonly kind = 'unauthenticated';
  override readonly code = 'access.no_credentials';

  constructor() {
    super('No client certificate or OAuth token was received, which is needed for authentication.');
  }
}

/** The caller's credential is not one that this installation accepts. The message tells which check failed, never more. */
export class CredentialsRefusedError extends AppError {
  override readonly kind = 'unauthenticated';
  override readonly code = 'access.credentials_refused';
  readonly reason: CredentialRefusal;

  constructor(reason: CredentialRefusal) {
    super(`Authentication failed: ${REFUSALS[reason]}`, { context: { reason } });
    this.reason = reason;
  }
}

/** Why a credential was refused. */
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

/** After several wrong passwords the next one is looked at only after a while. */
export class TooManyPasswordsError extends AppError {
  override readonly kind = 'rate-limited';
  override readonly code = 'access.too_many_passwords';
  override readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super(`Too many wrong passwords. The next attempt is possible in ${retryAfterSeconds} s.`);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The caller is known, and no role of theirs allows what was asked for. */
export class AccessDeniedError extends AppError {
  override readonly kind = 'forbidden';
  override readonly code = 'access.denied';
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
