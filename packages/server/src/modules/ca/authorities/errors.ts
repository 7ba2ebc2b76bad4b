import { AppError } from '../../../kernel/errors.ts';
import { shortened } from '../../../kernel/shortened.ts';
import type { CaStatus } from '../records/index.ts';

/** No CA of that name, subject or id. The caller's words for it stand in the message, as far as a name can be long. */
export class CaNotFoundError extends AppError {
  override readonly kind = 'not-found';
  override readonly code = 'ca.not_found';

  static byName(name: string): CaNotFoundError {
    return new this(`CA with name ${shortened(name, MAX_SHOWN)} does not exist.`);
  }

  /** Returns the error for a CA that was there a moment ago. */
  static byId(caId: number): CaNotFoundError {
    return new this(`CA with id ${caId} does not exist.`);
  }

  static bySubject(subject: string): CaNotFoundError {
    return new this(`CA with DN: ${shortened(subject, MAX_SHOWN)} does not exist.`);
  }
}

/** A use case for CAs of one kind was asked of a CA of another. */
export class WrongCaKindError extends AppError {
  override readonly kind = 'refused-by-policy';
  override readonly code = 'ca.wrong_kind';

  constructor(name: string, kind: string, needed: string) {
    super(`CA '${name}' is of the kind ${kind}; this can be done with a CA of the kind ${needed} only.`);
  }
}

/** The CA exists and cannot sign now: it is offline, expired, revoked, or waits for its certificate. */
export class CaNotActiveError extends AppError {
  override readonly kind = 'unavailable';
  override readonly code = 'ca.offline';

  constructor(name: string, status: string) {
    super(`CA '${name}' cannot sign: its status is ${status}.`);
  }
}

/** The status of a CA does not allow what was asked of it. */
export class CaStatusError extends AppError {
  override readonly kind = 'conflict';
  override readonly code = 'ca.wrong_status';

  constructor(name: string, status: CaStatus, needed: readonly CaStatus[]) {
    super(`CA '${name}' has the status ${status}; this can be done with the status ${needed.join(' or ')} only.`);
  }
}

/** A certificate that was received for a CA, or imported, is not one that it can use. */
export class CaCertificateError extends AppError {
  override readonly kind = 'malformed';
  override readonly code = 'ca.certificate_unusable';
}

/** A chain of certificates that is longer than one is stored. */
export class CaChainTooLongError extends AppError {
  override readonly kind = 'malformed';
  override readonly code = 'ca.chain_too_long';

  constructor(limit: number) {
    super(`The certificate chain has more than ${limit} certificates.`);
  }
}

/** Something that needs the keys of a CA was asked of one that has none here. */
export class CaWithoutKeysError extends AppError {
  override readonly kind = 'refused-by-policy';
  override readonly code = 'ca.without_keys';

  constructor(name: string) {
    super(`CA '${name}' has no crypto token, so there are no keys to sign with: only its certificate can be imported.`);
  }
}

/** A signature that SSH does not know of the CA's key. */
export class SshSignatureError extends AppError {
  override readonly kind = 'refused-by-policy';
  override readonly code = 'ca.ssh_signature';

  constructor(name: string, algorithm: string, usable: readonly string[]) {
    super(`The key of the CA '${name}' makes no ${algorithm} signatures in SSH, but ${usable.join(' or ')}.`);
  }
}

/** A certificate was asked for with a name that makes its holder a member of a role, by somebody who lacks the rights of that role. */
export class ReservedNameError extends AppError {
  override readonly kind = 'forbidden';
  override readonly code = 'ca.reserved_name';

  constructor(name: string) {
    super(
      `CA '${name}' reserves the names that members of roles go by, and one in this request gives more rights than the caller has. ` +
        'Choose another name, or have somebody enroll it who has all rights of that role.',
    );
  }
}

/** The longest name that is typed; no CA is known by a longer one. */
const MAX_SHOWN = 4096;
