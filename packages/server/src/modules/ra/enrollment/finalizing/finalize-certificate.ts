/** Issuance of an approved enrollment for the key of its request. */
import { WithDeps } from '../../../../kernel/with-deps.ts';
import { actorOf, type Administrator } from '../../../access/index.ts';
import { type CertificateHolders, identityOf } from '../../../approvals/index.ts';
import type { AuditLog, RecordBound } from '../../../audit/index.ts';
import type { FieldDecisions } from '../../../profiles/index.ts';
import type { AuthenticatedEndEntity, AuthenticateEndEntity } from '../../end-entities/index.ts';
import { EnrollmentInputError, FinalizeFormatError, WrongPasswordError } from '../../errors/index.ts';
import { finalized, type PresentEnrollmentDeps, underPresentNames } from './approved-enrollment.ts';
import {
  type ApprovedRequest,
  authenticateApproved,
  type FinalizationOrder,
  type FinalizedFormat,
  requireStatusToEnroll,
} from './approved-request.ts';
import { rightsToFinalize } from '../checks/authorize-enrollment.ts';
import type { CommitEnrollment } from '../steps/commit-enrollment.ts';
import type { AnyCheckedEnrollment } from '../checked-enrollment.ts';
import type { DryRuns, EnrollmentDryRun } from '../dry-run/dry-runs.ts';
import {
  type EnrolledCertificate,
  type EnrollmentWithRequest,
  type ReadRequest,
  requestReader,
} from '../steps/enrollment-order.ts';
import type { EnrollmentAct } from '../approvals/enrollment-to-approve.ts';

/** Certificate formats for a client with its own key. */
export type CertificateFormat = 'DER' | 'PEM';

export type FinalizedCertificate = EnrolledCertificate & { readonly format: CertificateFormat };

/** An approved enrollment with a certificate request. */
export interface ApprovedWithRequest extends ApprovedRequest {
  readonly act: EnrollmentAct;
}

interface EnrollmentToFinalize {
  readonly enrollment: EnrollmentWithRequest;
  readonly certificateRequest: ReadRequest;
  /** Undefined for an enrollment without a password. */
  readonly login: AuthenticatedEndEntity | undefined;
}

export interface FinalizeCertificateDeps extends PresentEnrollmentDeps {
  readonly authentication: AuthenticateEndEntity;
  readonly holders: CertificateHolders;
  readonly commit: CommitEnrollment;
  readonly dryRuns: DryRuns;
  readonly audit: AuditLog;
  /** Limits the records of refused callers, so that guessing cannot fill the audit log. */
  readonly refusals: RecordBound;
}

export class FinalizeCertificate extends WithDeps<FinalizeCertificateDeps> {
  /**
   * Issues the certificate. Only the requester can finalize an enrollment without a password.
   *
   * @throws {@link FinalizeFormatError}, {@link EnrollmentInputError}, {@link EndEntityCannotEnrollError}, {@link WrongPasswordError},
   *   `ra.not_authenticated`, `access.too_many_passwords`, and the errors of enrollment
   */
  async finalize(
    administrator: Administrator,
    approved: ApprovedWithRequest,
    order: FinalizationOrder,
  ): Promise<FinalizedCertificate> {
    const { commit, steps } = this.deps;
    const { format, enrollment, login } = await this.#begin(administrator, approved, order);
    const certificateRequest = this.#requestOf(enrollment);
    const enrolled = await commit.run(enrollment.username, async () =>
      steps.issue(await this.#check(administrator, approved, { enrollment, login, certificateRequest })),
    );
    return { ...enrolled, format };
  }

  /** Returns what {@link finalize} would issue. @throws the errors of that method */
  async dryRun(
    administrator: Administrator,
    approved: ApprovedWithRequest,
    order: FinalizationOrder,
  ): Promise<EnrollmentDryRun> {
    const { dryRuns, steps } = this.deps;
    const { enrollment, login } = await this.#begin(administrator, approved, order);
    return dryRuns.run(enrollment.username, async (decisions) => {
      const certificateRequest = this.#requestOf(enrollment, decisions);
      const checked = await this.#check(administrator, approved, { enrollment, login, certificateRequest });
      return steps.rehearse(checked, decisions);
    });
  }

  async #begin(administrator: Administrator, approved: ApprovedWithRequest, order: FinalizationOrder) {
    const { format, password, key } = order;
    const { act, existing } = approved;
    if (!isOfOwnKey(format))
      throw new FinalizeFormatError(
        "The key of this enrollment is the client's own: response_format has to be DER or PEM.",
      );
    if ((key.algorithm ?? '') !== '' || (key.specification ?? '') !== '')
      throw new EnrollmentInputError(
        "key_alg and key_spec are for keys that the server generates, and the key of this enrollment is the client's own. Leave them out.",
      );
    requireStatusToEnroll(existing);
    const login = await this.#authenticate(administrator, approved, password);
    return { format, login, enrollment: await underPresentNames(this.deps, act) };
  }

  #requestOf(enrollment: EnrollmentWithRequest, decisions?: FieldDecisions): ReadRequest {
    const { verifySignature } = this.deps;
    return requestReader(enrollment, { verifySignature, macIsVerified: true }, decisions);
  }

  async #check(
    administrator: Administrator,
    { request }: ApprovedWithRequest,
    { enrollment, login, certificateRequest }: EnrollmentToFinalize,
  ): Promise<AnyCheckedEnrollment> {
    const { authentication, steps } = this.deps;
    const { certificateRequestType: type } = enrollment;
    const checked = await steps.check(type, administrator, enrollment, certificateRequest, rightsToFinalize);
    const issuable = finalized(checked, request.publicId);
    if (login !== undefined) await authentication.requireStill(login, checked.existing);
    return issuable;
  }

  /** Authenticates the caller. @returns undefined for an enrollment without a password */
  async #authenticate(
    administrator: Administrator,
    approved: ApprovedWithRequest,
    password: string,
  ): Promise<AuthenticatedEndEntity | undefined> {
    const { authentication, holders } = this.deps;
    if (approved.act.passwordVerifier !== undefined)
      return authenticateApproved(authentication, administrator, approved, password);
    const { requester } = approved.request;
    if (requester.identity === (await identityOf(administrator, holders))) return undefined;
    const refusal = new WrongPasswordError();
    await this.#recordRefusal(administrator, approved, refusal);
    throw refusal;
  }

  async #recordRefusal(
    administrator: Administrator,
    { request: { caId, publicId }, existing: { username } }: ApprovedWithRequest,
    { code: refusal }: WrongPasswordError,
  ): Promise<void> {
    const { audit, refusals } = this.deps;
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
      details: { requestId: publicId, refusal, refusedSinceLastRecord },
    });
  }
}

function isOfOwnKey(format: FinalizedFormat): format is CertificateFormat {
  return format === 'DER' || format === 'PEM';
}
