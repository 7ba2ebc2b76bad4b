/** Errors of refused enrollments. */
import { appError } from '../../../kernel/errors.ts';
import type { ApprovalStatus } from '../../approvals/index.ts';

/** A profile that does not exist, or that is not available at the CA or under the end entity profile. */
export class ProfileNotAvailableError extends appError('refused-by-policy', 'ra.profile_not_available') {}

/** A profile under which certificates would not be stored. */
export class CertificateStorageError extends appError('refused-by-policy', 'ra.storage_required') {
  constructor(profileName: string, setting: 'useCertificateStorage' | 'storeCertificateData') {
    super(
      `Certificate profile '${profileName}' has ${setting} off, and certificates that are not stored are not issued here. Turn it on.`,
    );
  }
}

/** A public key that another end entity has, at a CA that requires unique keys. */
export class PublicKeyInUseError extends appError('refused-by-policy', 'ra.public_key_in_use') {
  constructor(username: string) {
    super(`User '${username}' is not allowed to use a public key that belongs to another user.`);
  }
}

/** A subject that another end entity has, at a CA that requires unique subjects. */
export class SubjectInUseError extends appError('refused-by-policy', 'ra.subject_in_use') {
  constructor(username: string, subject: string) {
    super(`User '${username}' is not allowed to use the subject DN '${subject}', which belongs to another user.`);
  }
}

/** A subject that is the name of a CA of this installation. */
export class SubjectOfCaError extends appError('refused-by-policy', 'ra.subject_of_ca') {
  constructor() {
    super('The subject DN is that of a CA, and no end entity may have it. Choose another one.');
  }
}

/** An end entity for a part of this installation that others use, or may use. */
export class EndEntityOfOthersError extends appError('refused-by-policy', 'ra.end_entity_of_others') {
  constructor(username: string) {
    super(
      `The end entity '${username}' has, or may have, certificates of others, which end or change by no certificate that is issued here by itself. Name another end entity.`,
    );
  }
}

/** An end entity that the program would have to move to another profile or CA to enroll it. */
export class EndEntityElsewhereError extends appError('refused-by-policy', 'ra.end_entity_elsewhere') {
  constructor(username: string) {
    super(
      `The end entity '${username}' belongs to another CA or end entity profile, and only an administrator of both moves it.`,
    );
  }
}

/** A number of an enrollment request that does not exist, or that the caller may not finalize. */
export class EnrollmentRequestNotFoundError extends appError('not-found', 'ra.request_not_found') {
  constructor(requestId: number) {
    super(`Could not find request with Id '${requestId}'`);
  }
}

/** An enrollment that was rejected, has expired or could not be executed. */
export class EnrollmentRequestRefusedError extends appError('conflict', 'ra.request_refused') {
  constructor(requestId: number, stored: ApprovalStatus, status: 'REJECTED' | 'EXPIRED') {
    const rejected = stored === 'EXECUTION_FAILED' ? 'could not be executed' : 'has been rejected';
    super(`Request with Id '${requestId}' ${status === 'EXPIRED' ? 'has expired' : rejected}`);
  }
}

/** An enrollment whose certificate was already issued. */
export class AlreadyFinalizedError extends appError('conflict', 'ra.already_finalized') {
  constructor(requestId: number) {
    super(`Enrollment with Id '${requestId}' has already been finalized`);
  }
}

/** Names whose CAA records do not permit the CA, or could not be looked up, under a certificate profile that refuses such names. */
export class CaaRefusedError extends appError('refused-by-policy', 'ra.caa_refused') {
  /** @param refused - names with the findings about their records */
  constructor(caName: string, refused: readonly string[]) {
    const more = refused.length > MAX_SHOWN ? `; and ${refused.length - MAX_SHOWN} more` : '';
    super(
      `CAA records do not let the CA '${caName}' issue the certificate: ${refused.slice(0, MAX_SHOWN).join('; ')}${more}. Have the records permit one of its caaIdentities, or leave the names out.`,
    );
  }
}

/** An enrollment that needs CAA lookups first. `untilLookedUp` waits for them without holding locks. */
export class CaaPendingError extends appError('unavailable', 'ra.caa_pending') {
  /** Resolves when the lookups have ended, whatever their results. */
  readonly lookedUp: Promise<void>;

  constructor(lookedUp: Promise<void>) {
    super('CAA records are being looked up. Repeat the request.');
    this.lookedUp = lookedUp;
    // Prevents an unhandled rejection if nobody waits for it.
    lookedUp.catch(() => undefined);
  }
}

/** An enrollment that a dry run cannot show. */
export class DryRunImpossibleError extends appError('refused-by-policy', 'ra.dry_run_impossible') {
  /** @param reason - a clause without a full stop */
  constructor(reason: string) {
    super(`There is no dry run of this enrollment: ${reason}.`);
  }
}

const MAX_SHOWN = 5;
