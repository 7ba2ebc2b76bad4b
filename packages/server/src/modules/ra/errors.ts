import { AppError } from '../../kernel/errors.ts';
import { inOneLine } from '../../kernel/shortened.ts';
import type { ApprovalStatus } from '../approvals/index.ts';

/** A certificate request that cannot be read, or whose signature does not prove possession of its key. */
export class CertificateRequestError extends AppError {
  override readonly kind = 'malformed';
  override readonly code = 'ra.bad_certificate_request';

  /** @param problem - what is wrong, completing "certificate_request ..." */
  constructor(problem: string, options?: ErrorOptions) {
    super(`Invalid certificate_request: ${problem}`, options);
  }
}

/** A member of an enrollment that cannot be what it is. */
export class EnrollmentInputError extends AppError {
  override readonly kind = 'malformed';
  override readonly code = 'ra.bad_input';
}

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

/** The end entity of the enrollment is gone. */
export class EndEntityNotFoundError extends AppError {
  override readonly kind = 'not-found';
  override readonly code = 'ra.end_entity_not_found';

  constructor(username: string) {
    super(`The end entity '${username}' does not exist`);
  }
}

/** The username of an end entity that is to be added is another one's already. */
export class EndEntityExistsError extends AppError {
  override readonly kind = 'conflict';
  override readonly code = 'ra.end_entity_exists';

  constructor(username: string) {
    super(`The end entity '${username}' already exists. Edit it, or choose another username.`);
  }
}

/** A revocation of an end entity takes the approval of more than one CA or profile, and a request is for one. */
export class SeveralApprovalsError extends AppError {
  override readonly kind = 'conflict';
  override readonly code = 'ra.several_approvals';

  constructor(username: string, cas: readonly string[]) {
    super(
      `Others have to approve the revocation of certificates of '${username}' separately, at ${cas.map((ca) => `'${ca}'`).join(' and ')}. Revoke its certificates one by one first, then the end entity.`,
    );
  }
}

/** A status that is not set by an edit. */
export class StatusNotSettableError extends AppError {
  override readonly kind = 'refused-by-policy';
  override readonly code = 'ra.status_not_settable';

  constructor(username: string) {
    super(
      `The status of '${username}' cannot be set to KEYRECOVERY. Ask for the recovery of a key (keyrecover), which sets it.`,
    );
  }
}

/** An end entity was made, changed or removed after the request for it: what others approved is not what would be done. */
export class EndEntityChangedError extends AppError {
  override readonly kind = 'conflict';
  override readonly code = 'ra.end_entity_changed';

  constructor(username: string) {
    super(`The end entity '${username}' was made, changed or removed after the request.`);
  }
}

/** A format of the answer that is unknown, or that does not fit. */
export class FinalizeFormatError extends AppError {
  override readonly kind = 'malformed';
  override readonly code = 'ra.bad_format';
}

/** An end entity has shown its password, and something that is kept of it says that it enrolls in another way. */
export class EndEntityCannotEnrollError extends AppError {
  override readonly kind = 'refused-by-policy';
  override readonly code = 'ra.cannot_enroll';

  /** @param reason - completes "cannot enroll so: ..." */
  constructor(username: string, reason: string) {
    super(`The end entity '${username}' cannot enroll so: ${reason}.`);
  }
}

/** A login that was refused. Its message says nothing of the reason: username and password cannot be told apart. */
export class EndEntityNotAuthenticatedError extends AppError {
  override readonly kind = 'forbidden';
  override readonly code = 'ra.not_authenticated';

  constructor() {
    super(
      'Wrong username or password, or the end entity may not enroll now. An administrator can set its status to NEW.',
    );
  }
}

/** An enrollment without a password, which is finalized by who has asked for it. */
export class WrongPasswordError extends AppError {
  override readonly kind = 'forbidden';
  override readonly code = 'ra.wrong_password';

  constructor() {
    super('The enrollment has no password, so only who has asked for it can finalize it.');
  }
}

/** A certificate that no end entity has, as far as the caller may know. */
export class CertificateOfNobodyError extends AppError {
  override readonly kind = 'not-found';
  override readonly code = 'ra.certificate_of_nobody';

  constructor() {
    super('No username found for the combination of the issuer dn and certificate serial number.');
  }
}

/** A request without a proof of possession, of a caller who may not answer for it. */
export class PossessionNotProvenError extends AppError {
  override readonly kind = 'forbidden';
  override readonly code = 'ra.possession_not_proven';

  constructor(username: string) {
    super(
      `The certificate_request does not prove that its sender holds the private key, and the caller may not answer for it without the right to edit the end entity '${username}'. Send a request that is signed with the key.`,
    );
  }
}

/** Reasons why the key of a keystore is not imported. */
export type KeyImportReason =
  | 'ALREADY_KEPT'
  | 'APPROVAL_REQUIRED'
  | 'CERTIFICATE_MISSING'
  | 'GENERAL_ERROR'
  | 'KEYSTORE_UNREADABLE'
  | 'NOT_ONE_KEY'
  | 'OTHER_CERTIFICATE'
  | 'OTHER_END_ENTITY'
  | 'OTHER_ISSUER'
  | 'PROFILE_VIOLATION'
  | 'SIGNING_ONLY_KEY'
  | 'UNKNOWN_CRL_PARTITION'
  | 'WRONG_PASSWORD';

/** A keystore whose key is not imported. The others of the request go on. */
export class KeyImportError extends AppError {
  override readonly kind = 'refused-by-policy';
  override readonly code = 'ra.key_not_imported';
  readonly reason: KeyImportReason;

  constructor(reason: KeyImportReason, options?: ErrorOptions) {
    super(`The key of the keystore was not imported: ${reason}.`, options);
    this.reason = reason;
  }
}

/** Keys are to be imported for end entities whose profile keeps none. */
export class KeyImportRefusedByProfileError extends AppError {
  override readonly kind = 'refused-by-policy';
  override readonly code = 'ra.key_recovery_off';

  constructor(profileName: string) {
    super(
      `End entity profile '${profileName}' allows no key recovery. Turn keyRecoveryUsed on, or name another profile.`,
    );
  }
}

/** A name among the criteria of a search that nothing has which the caller may see. */
export class UnknownCriterionError extends AppError {
  override readonly kind = 'malformed';
  override readonly code = 'ra.unknown_criterion';

  constructor(kind: 'CA' | 'certificate profile' | 'end entity profile') {
    super(`Invalid search criteria content, unknown ${kind}.`);
  }
}

/** A page beyond those that can be sorted. */
export class SearchTooDeepError extends AppError {
  override readonly kind = 'malformed';
  override readonly code = 'ra.search_too_deep';

  constructor(most: number) {
    super(
      `The page is beyond the first ${most} results, and no more can be sorted. Narrow the criteria, or leave the order out.`,
    );
  }
}

/** A search for certificates that visits more than can be read in time. */
export class SearchTimeoutError extends AppError {
  override readonly kind = 'unavailable';
  override readonly code = 'ra.search_timeout';

  constructor(options: ErrorOptions) {
    super('The search visits too many certificates to be answered in time. Narrow the criteria.', options);
  }
}

/** Keys of an algorithm that this program does not generate, or does not know. */
export class UnsupportedKeyAlgorithmError extends AppError {
  override readonly kind = 'refused-by-policy';
  override readonly code = 'ra.unsupported_key_algorithm';

  constructor(name: string, options?: ErrorOptions) {
    super(`Unsupported key algorithm '${inOneLine(name, 64)}'`, options);
  }
}

/** A size or a curve that a generated key cannot have: unknown, too small or too large. */
export class KeySpecificationError extends AppError {
  override readonly kind = 'refused-by-policy';
  override readonly code = 'ra.unsupported_key_specification';
}

/** Another key is asked for than the one that was kept and is to be handed out. */
export class KeptKeyDiffersError extends AppError {
  override readonly kind = 'refused-by-policy';
  override readonly code = 'ra.kept_key_differs';

  constructor(
    wanted: { readonly algorithm: string; readonly specification: string },
    kept: { readonly algorithm: string; readonly specification: string },
  ) {
    super(
      `The key that was kept is ${kept.algorithm} ${kept.specification}, and key_alg and key_spec ask for ${wanted.algorithm} ${wanted.specification}. Ask for '${kept.algorithm}' and '${kept.specification}', or have the status set to NEW for a new key.`,
    );
  }
}

/** So many key pairs are being generated that another one would take too long. */
export class KeysBusyError extends AppError {
  override readonly kind = 'unavailable';
  override readonly code = 'ra.keys_busy';

  constructor() {
    super('Too many key pairs are being generated. Try again in a few seconds.');
  }
}

/** Under the certificate profile, only the end entity itself may generate its key. */
export class KeyGenerationForbiddenError extends AppError {
  override readonly kind = 'refused-by-policy';
  override readonly code = 'ra.key_generation_forbidden';

  constructor(profileName: string, requirements: 'TLS' | 'CODE_SIGNING') {
    const reason =
      requirements === 'TLS'
        ? 'for TLS server certificates, under which a CA generates no keys for others (6.1.1.3)'
        : 'for code signing, under which a key never leaves the hardware that it was generated in (6.2.7.4)';
    super(
      `Certificate profile '${profileName}' follows the Baseline Requirements ${reason}. Enroll with a certificate request for a key that the end entity has generated itself.`,
    );
  }
}

/** A keystore is asked for by an end entity whose type of token is none. */
export class UnsupportedTokenTypeError extends AppError {
  override readonly kind = 'malformed';
  override readonly code = 'ra.unsupported_token_type';

  constructor() {
    super("Unsupported token type. Must be one of 'PKCS12', 'BCFKS' or 'JKS'.");
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

const MAX_SHOWN = 5;

/** An enrollment that a dry run cannot show. */
export class DryRunImpossibleError extends AppError {
  override readonly kind = 'refused-by-policy';
  override readonly code = 'ra.dry_run_impossible';

  /** @param reason - a clause without its full stop */
  constructor(reason: string) {
    super(`There is no dry run of this enrollment: ${reason}.`);
  }
}
