/** The end of an enrollment that others had to approve: its certificate is issued. */
import { hash } from 'node:crypto';
import {
  type AccessControl,
  actorOf,
  type Administrator,
  type AttemptFailures,
  type CountedAttempts,
  Resource,
  TooManyPasswordsError,
} from '../../access/index.ts';
import {
  APPROVAL_REQUEST_TYPES,
  type ApprovalRequest,
  type ApprovalStore,
  type CertificateHolders,
  identityOf,
  type PendingApproval,
  publicStatusOf,
} from '../../approvals/index.ts';
import type { AuditLog, RecordBound } from '../../audit/index.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { verifyPassword } from '../end-entities/index.ts';
import { type ApprovedEnrollmentDeps, finalized, underPresentNames } from './approved-enrollment.ts';
import { rightsToFinalize } from './checks/authorize-enrollment.ts';
import type { CommitEnrollment } from './commit-enrollment.ts';
import { type EnrolledCertificate, requestOfEnrollment } from './enrollment-order.ts';
import { type KeptEnrollment, keptEnrollment } from './enrollment-to-approve.ts';
import {
  EnrollmentRequestNotFoundError,
  EnrollmentRequestRefusedError,
  FinalizeFormatError,
  WrongPasswordError,
} from '../errors.ts';

/** A request for the certificate of an approved enrollment. */
export interface Finalization {
  /** As the caller wrote it. */
  readonly format: string;
  readonly password: string;
}

/** The formats of a certificate for a client with a key of its own. */
export type FinalizedFormat = 'DER' | 'PEM';

export type FinalizedEnrollment = EnrolledCertificate & { readonly format: FinalizedFormat };

export interface FinalizeEnrollmentDeps extends ApprovedEnrollmentDeps {
  readonly access: AccessControl;
  readonly approvals: ApprovalStore;
  readonly holders: CertificateHolders;
  readonly commit: CommitEnrollment;
  readonly attempts: CountedAttempts;
  readonly audit: AuditLog;
  /** Bounds the records of passwords that were refused: otherwise who guesses could fill the audit log. */
  readonly refusals: RecordBound;
  readonly clock: Clock;
}

export class FinalizeEnrollment {
  readonly #deps: FinalizeEnrollmentDeps;

  constructor(deps: FinalizeEnrollmentDeps) {
    this.#deps = deps;
  }

  /**
   * Issues the certificate that was approved, once. The checks stand in the order of their answers.
   *
   * The caller may issue certificates at the CA and shows the password of the enrollment. One without a password is finalized by its
   * requester alone.
   *
   * @returns the request while it waits
   * @throws {@link EnrollmentRequestNotFoundError}, {@link FinalizeFormatError}, {@link EnrollmentRequestRefusedError},
   *   {@link EndEntityNotFoundError}, {@link AlreadyFinalizedError}, {@link WrongPasswordError}, `access.too_many_passwords`, and what enrollment refuses
   */
  async finalize(
    administrator: Administrator,
    requestId: number,
    { format, password }: Finalization,
  ): Promise<FinalizedEnrollment | PendingApproval> {
    const { attempts, clock, commit, steps, verifySignature } = this.#deps;
    const request = await this.#request(administrator, requestId);
    const known = FORMATS.find((each) => each === format.toUpperCase());
    if (known === undefined)
      throw new FinalizeFormatError(`Invalid parameter: response_format. Should be one of ${FORMATS.join(', ')}.`);
    const status = publicStatusOf(request, clock.nowMs());
    if (status === 'PENDING') return { outcome: 'pending-approval', requestId };
    if (status !== 'APPROVED') throw new EnrollmentRequestRefusedError(requestId, request.status, status);
    const kept = keptEnrollment(request.act);
    const enrollment = await underPresentNames(this.#deps, kept);
    const certificateRequest = requestOfEnrollment(enrollment, { verifySignature, macIsVerified: true });
    const enrolled = await commit.run(enrollment.username, async () => {
      const { certificateRequestType: type } = enrollment;
      const checked = await steps.check(type, administrator, enrollment, certificateRequest, rightsToFinalize);
      const issuable = finalized(checked, requestId);
      requireFormatOfOwnKey(known);
      await this.#requirePassword(administrator, request, kept, password);
      return steps.issue(issuable);
    });
    await attempts.forgetAll(locksOf(requestId));
    return { ...enrolled, format: known === 'PEM' ? 'PEM' : 'DER' };
  }

  async #request(administrator: Administrator, requestId: number): Promise<ApprovalRequest> {
    const { access, approvals } = this.#deps;
    await access.authorize(administrator, Resource.caFunctionality.createCertificate);
    const found = requestId > 0 ? await approvals.findRequest(requestId) : undefined;
    if (found === undefined || !ENROLLMENTS.has(APPROVAL_REQUEST_TYPES[found.type].code))
      throw new EnrollmentRequestNotFoundError(requestId);
    // A request of a CA that is not the caller's looks as if there were none.
    if (!(await access.isAuthorized(administrator, Resource.ca(found.caId))))
      throw new EnrollmentRequestNotFoundError(requestId);
    return found;
  }

  async #requirePassword(
    administrator: Administrator,
    request: ApprovalRequest,
    kept: KeptEnrollment,
    password: string,
  ): Promise<void> {
    const { attempts, holders } = this.#deps;
    const { passwordVerifier: verifier } = kept;
    const identity = await identityOf(administrator, holders);
    try {
      if (verifier === undefined) {
        if (request.requester.identity !== identity) throw new WrongPasswordError();
        return;
      }
      // One lock for each caller: otherwise others could keep the owner of the password waiting.
      const lock = `${locksOf(request.publicId)}${hash('sha256', identity)}`;
      await attempts.run(lock, PASSWORD_FAILURES, async () => {
        if (!(await verifyPassword(password, verifier))) throw new WrongPasswordError();
      });
    } catch (error) {
      await this.#recordRefusal(administrator, request, kept, error);
      throw error;
    }
  }

  async #recordRefusal(
    administrator: Administrator,
    { caId, publicId }: ApprovalRequest,
    { enrollment: { username } }: KeptEnrollment,
    error: unknown,
  ): Promise<void> {
    const { audit, refusals } = this.#deps;
    if (!(error instanceof WrongPasswordError) && !(error instanceof TooManyPasswordsError)) return;
    const refusedSinceLastRecord = refusals.admit(
      administrator.kind === 'certificate' ? administrator.remoteAddress : administrator.kind,
      String(publicId),
    );
    if (refusedSinceLastRecord === undefined) return;
    await audit.record({
      event: 'CERT_CREATION',
      outcome: 'FAILURE',
      actor: actorOf(administrator),
      caId,
      username,
      details: { requestId: publicId, refusal: error.code, refusedSinceLastRecord },
    });
  }
}

/** Refuses the formats that hold a private key. @throws {@link FinalizeFormatError} */
function requireFormatOfOwnKey(format: (typeof FORMATS)[number]): void {
  if (format === 'DER' || format === 'PEM') return;
  throw new FinalizeFormatError(
    `The key of this enrollment is the client's own: response_format has to be DER or PEM.`,
  );
}

/** Returns the prefix that the locks of a request have, of every caller. */
function locksOf(requestId: number): string {
  // Databases have it in this spelling.
  return `enrolment ${requestId} `;
}

const PASSWORD_FAILURES: AttemptFailures = {
  isWrong: (error) => error instanceof WrongPasswordError,
  tooEarly: (retryAfterSeconds) => new TooManyPasswordsError(retryAfterSeconds),
};

const FORMATS = ['DER', 'PEM', 'P12', 'JKS', 'BCFKS'] as const;
const ENROLLMENTS: ReadonlySet<number> = new Set([
  APPROVAL_REQUEST_TYPES.ADD_END_ENTITY.code,
  APPROVAL_REQUEST_TYPES.EDIT_END_ENTITY.code,
]);
