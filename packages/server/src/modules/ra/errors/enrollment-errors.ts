/** Enrollments that are refused. */
import { AppError } from '../../../kernel/errors.ts';
import type { ApprovalStatus } from '../../approvals/index.ts';

/** A profile that does not exist, or that the caller's CA or end entity profile does not offer. */
export class ProfileNotAvailableError extends AppError {
  override readonly kind = 'refused-by-policy';
  override readonly code = 'ra.profile_not_available';
}

/** A profile under which certificates would not be stored. */
export class CertificateStorageError extends AppError {
  override readonly kind = 'refused-by-policy';
  override readonly code = 'ra.storage_required';

  constructor(profileName: string, setting: 'useCertificateStorage' | 'storeCertificateData') {
    super(
      `Certificate profile '${profileName}' has ${setting} off, and certificates that are not stored are not issued here. Turn it on.`,
    );
  }
}

/** The CA wants one end entity per public key, and another one has this key. */
export class PublicKeyInUseError extends AppError {
  override readonly kind = 'refused-by-policy';
  override readonly code = 'ra.public_key_in_use';

  constructor(username: string) {
    super(`User '${username}' is not allowed to use a public key that belongs to another user.`);
  }
}

/** The CA wants one end entity per subject, and another one has this subject. */
export class SubjectInUseError extends AppError {
  override readonly kind = 'refused-by-policy';
  override readonly code = 'ra.subject_in_use';

  constructor(username: string, subject: string) {
    super(`User '${username}' is not allowed to use the subject DN '${subject}', which belongs to another user.`);
  }
}

/** The subject is that of a CA of this installation, whose name no end entity may have. */
export class SubjectOfCaError extends AppError {
  override readonly kind = 'refused-by-policy';
  override readonly code = 'ra.subject_of_ca';

  constructor() {
    super('The subject DN is that of a CA, and no end entity may have it. Choose another one.');
  }
}

/** The end entity that something of this installation is to be enrolled as is not, or not only, its own. */
export class EndEntityOfOthersError extends AppError {
  override readonly kind = 'refused-by-policy';
  override readonly code = 'ra.end_entity_of_others';

  constructor(username: string) {
    super(
      `The end entity '${username}' has, or may have, certificates of others, which end or change by no certificate that is issued here by itself. Name another end entity.`,
    );
  }
}

/** An end entity is to be enrolled by the program under another profile or CA than somebody has put it. */
export class EndEntityElsewhereError extends AppError {
  override readonly kind = 'refused-by-policy';
  override readonly code = 'ra.end_entity_elsewhere';

  constructor(username: string) {
    super(
      `The end entity '${username}' belongs to another CA or end entity profile, and only an administrator of both moves it.`,
    );
  }
}

/** No enrollment waits, or has waited, under that number; or none that the caller may finalize. */
export class EnrollmentRequestNotFoundError extends AppError {
  override readonly kind = 'not-found';
  override readonly code = 'ra.request_not_found';

  constructor(requestId: number) {
    super(`Could not find request with Id '${requestId}'`);
  }
}

/** The enrollment was not approved, and will not be. */
export class EnrollmentRequestRefusedError extends AppError {
  override readonly kind = 'conflict';
  override readonly code = 'ra.request_refused';

  constructor(requestId: number, stored: ApprovalStatus, status: 'REJECTED' | 'EXPIRED') {
    const rejected = stored === 'EXECUTION_FAILED' ? 'could not be executed' : 'has been rejected';
    super(`Request with Id '${requestId}' ${status === 'EXPIRED' ? 'has expired' : rejected}`);
  }
}

/** The certificate of the enrollment was issued already. */
export class AlreadyFinalizedError extends AppError {
  override readonly kind = 'conflict';
  override readonly code = 'ra.already_finalized';

  constructor(requestId: number) {
    super(`Enrollment with Id '${requestId}' has already been finalized`);
  }
}

/** CAA records do not permit names of a certificate, or nobody knows whether they do, and the certificate profile refuses such names. */
export class CaaRefusedError extends AppError {
  override readonly kind = 'refused-by-policy';
  override readonly code = 'ra.caa_refused';

  /** @param refused - each a name, with what its records say */
  constructor(caName: string, refused: readonly string[]) {
    const more = refused.length > MAX_SHOWN ? `; and ${refused.length - MAX_SHOWN} more` : '';
    super(
      `CAA records do not let the CA '${caName}' issue the certificate: ${refused.slice(0, MAX_SHOWN).join('; ')}${more}. Have the records permit one of its caaIdentities, or leave the names out.`,
    );
  }
}

/** CAA records have to be looked up before an enrollment goes on. `untilLookedUp` waits for them, holding nothing. */
export class CaaPendingError extends AppError {
  override readonly kind = 'unavailable';
  override readonly code = 'ra.caa_pending';
  /** Resolves when they have been, whatever came of it. */
  readonly lookedUp: Promise<void>;

  constructor(lookedUp: Promise<void>) {
    super('CAA records are being looked up. Repeat the request.');
    this.lookedUp = lookedUp;
    // Where nobody waits for it, its failure is nobody's.
    lookedUp.catch(() => undefined);
  }
}

/** An enrollment that a dry run cannot show. */
export class DryRunImpossibleError extends AppError {
  override readonly kind = 'refused-by-policy';
  override readonly code = 'ra.dry_run_impossible';

  /** @param reason - a clause without its full stop */
  constructor(reason: string) {
    super(`There is no dry run of this enrollment: ${reason}.`);
  }
}

const MAX_SHOWN = 5;
