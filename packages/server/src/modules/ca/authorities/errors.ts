import { appError } from '../../../kernel/errors.ts';
import { shortened } from '../../../kernel/text/shortened.ts';
import type { CaStatus } from '../records/index.ts';

/** A name, subject or id that no CA has. The message repeats the caller's text, up to a limit. */
export class CaNotFoundError extends appError('not-found', 'ca.not_found') {
  static byName(name: string): CaNotFoundError {
    return new this(`CA with name ${shortened(name, MAX_SHOWN)} does not exist.`);
  }

  /** Returns the error for a CA that was removed a moment ago. */
  static byId(caId: number): CaNotFoundError {
    return new this(`CA with id ${caId} does not exist.`);
  }

  static bySubject(subject: string): CaNotFoundError {
    return new this(`CA with DN: ${shortened(subject, MAX_SHOWN)} does not exist.`);
  }
}

/** A CA whose status does not allow the operation. */
export class CaStatusError extends appError('conflict', 'ca.wrong_status') {
  constructor(name: string, status: CaStatus, needed: readonly CaStatus[]) {
    super(`CA '${name}' has the status ${status}; this can be done with the status ${needed.join(' or ')} only.`);
  }
}

/** A received or imported certificate that the CA cannot use. */
export class CaCertificateError extends appError('malformed', 'ca.certificate_unusable') {}

/** A certificate chain longer than the limit for stored chains. */
export class CaChainTooLongError extends appError('malformed', 'ca.chain_too_long') {
  constructor(limit: number) {
    super(`The certificate chain has more than ${limit} certificates.`);
  }
}

/** A requested name that would make the certificate's holder a member of a role whose rights the caller lacks. */
export class ReservedNameError extends appError('forbidden', 'ca.reserved_name') {
  constructor(name: string) {
    super(
      `CA '${name}' reserves the names that members of roles go by, and one in this request gives more rights than the caller has. ` +
        'Choose another name, or have somebody enroll it who has all rights of that role.',
    );
  }
}

/** Limit for names in messages. */
const MAX_SHOWN = 4096;
