/** The certificate of an approved enrollment for the key of its request. */
import { actorOf, type Administrator } from '../../access/index.ts';
import { type CertificateHolders, identityOf } from '../../approvals/index.ts';
import type { AuditLog, RecordBound } from '../../audit/index.ts';
import type { AuthenticatedEndEntity, AuthenticateEndEntity } from '../end-entities/index.ts';
import { EnrollmentInputError, FinalizeFormatError, WrongPasswordError } from '../errors.ts';
import { finalized, type KeptEnrollmentDeps, underPresentNames } from './approved-enrollment.ts';
import {
  type ApprovedRequest,
  authenticateApproved,
  type FinalizedFormat,
  requireStatusToEnroll,
  type WantedKey,
} from './approved-request.ts';
import { rightsToFinalize } from './checks/authorize-enrollment.ts';
import type { CommitEnrollment } from './commit-enrollment.ts';
import { type EnrolledCertificate, requestOfEnrollment } from './enrollment-order.ts';
import type { KeptEnrollment } from './enrollment-to-approve.ts';

/** The formats of a certificate for a client with a key of its own. */
export type CertificateFormat = 'DER' | 'PEM';

export type FinalizedCertificate = EnrolledCertificate & { readonly format: CertificateFormat };

/** An enrollment with a certificate request that others have approved. */
export interface ApprovedWithRequest extends ApprovedRequest {
  readonly kept: KeptEnrollment;
}

export interface FinalizeCertificateDeps extends KeptEnrollmentDeps {
  readonly authentication: AuthenticateEndEntity;
  readonly holders: CertificateHolders;
  readonly commit: CommitEnrollment;
  readonly audit: AuditLog;
  /** Bounds the records of callers that were refused: otherwise who tries could fill the audit log. */
  readonly refusals: RecordBound;
}

export class FinalizeCertificate {
  readonly #deps: FinalizeCertificateDeps;

  constructor(deps: FinalizeCertificateDeps) {
    this.#deps = deps;
  }

  /**
   * Issues the certificate. Who finalizes an enrollment without a password is who has asked for it.
   *
   * @throws {@link FinalizeFormatError}, {@link EnrollmentInputError}, {@link EndEntityCannotEnrollError}, {@link WrongPasswordError}, `ra.not_authenticated`,
   *   `access.too_many_passwords`, and what enrollment refuses
   */
  async finalize(
    administrator: Administrator,
    approved: ApprovedWithRequest,
    { format, password, key }: { readonly format: FinalizedFormat; readonly password: string; readonly key: WantedKey },
  ): Promise<FinalizedCertificate> {
    const { authentication, commit, steps, verifySignature } = this.#deps;
    const { request, existing, kept } = approved;
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
    const enrollment = await underPresentNames(this.#deps, kept);
    const certificateRequest = requestOfEnrollment(enrollment, { verifySignature, macIsVerified: true });
    const enrolled = await commit.run(enrollment.username, async () => {
      const { certificateRequestType: type } = enrollment;
      const checked = await steps.check(type, administrator, enrollment, certificateRequest, rightsToFinalize);
      const issuable = finalized(checked, request.publicId);
      if (login !== undefined) await authentication.requireStill(login, checked.existing);
      return steps.issue(issuable);
    });
    return { ...enrolled, format };
  }

  /** @returns undefined for an enrollment without a password */
  async #authenticate(
    administrator: Administrator,
    approved: ApprovedWithRequest,
    password: string,
  ): Promise<AuthenticatedEndEntity | undefined> {
    const { authentication, holders } = this.#deps;
    if (approved.kept.passwordVerifier !== undefined)
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
    const { audit, refusals } = this.#deps;
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
