/** Errors of revocations and of releases from hold. */
import { appError } from '../../../kernel/errors.ts';

/** A revocation request with too little information: neither a reason nor, for a revoked certificate, an invalidity date. */
export class RevocationReasonMissingError extends appError('malformed', 'revocation.reason_missing') {}

/** A date that the certificate profile or the CA does not allow. */
export class RevocationDateError extends appError('refused-by-policy', 'revocation.date_not_allowed') {
  readonly rule: 'backdating' | 'invalidity-date';

  constructor(rule: RevocationDateError['rule'], message?: string) {
    super(
      message ??
        (rule === 'backdating' ? 'Back dated revocation not allowed.' : 'The CA does not allow an invalidity date.'),
    );
    this.rule = rule;
  }
}

/** A date that CRLs cannot represent, or that precedes all certificates. */
export class RevocationDateRangeError extends appError('malformed', 'revocation.date_out_of_range') {
  constructor(name: 'date' | 'invalidity_date') {
    super(`Invalid ${name}. Should be between 1970-01-01T00:00:00Z and 9999-12-31T23:59:59Z.`);
  }
}

/** A revoked certificate for which the rules do not allow this change. */
export class AlreadyRevokedError extends appError('conflict', 'revocation.already_revoked') {
  constructor(message = 'Certificate is already revoked.') {
    super(message);
  }
}

/** A release from hold of a certificate that is not on hold. */
export class NotRevokedError extends appError('conflict', 'revocation.not_revoked') {
  constructor(message = 'Certificate is not revoked.') {
    super(message);
  }
}

/** An administrator's attempt to revoke the CA that issued the certificate they authenticate with, or a CA above it. */
export class RevokesCallerError extends appError('refused-by-policy', 'ca.revokes_caller') {
  constructor(name: string) {
    super(
      `The revocation of the CA '${name}' would lock you out: your certificate is issued by it, or by a CA below it. Use a certificate ` +
        'of another CA.',
    );
  }
}

/** A certificate that is not in the database. */
export class CertificateNotFoundError extends appError('not-found', 'certificate.not_found') {}

/** An enrollment that would revoke more certificates than one act may. */
export class TooManyToSupersedeError extends appError('refused-by-policy', 'ca.too_many_to_supersede') {
  constructor(limit: number) {
    super(
      `The certificate profile allows one active certificate, and the end entity has more than ${limit} that would have to be ` +
        'revoked. Revoke them first.',
    );
  }
}
