/** The end of an enrolment that others had to approve: its certificate is issued. */
import { type AccessControl, type Administrator, type PasswordAttempts, Resource } from '../access/index.ts';
import {
  APPROVAL_REQUEST_TYPES,
  type ApprovalRequest,
  type ApprovalStore,
  type CertificateHolders,
  identityOf,
  type PendingApproval,
  publicStatusOf,
} from '../approvals/index.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { EnrolPkcs10 } from './enroll-pkcs10.ts';
import type { EnrolledCertificate } from './pkcs10-enrolment.ts';
import { keptEnrolment } from './enrolment-to-approve.ts';
import {
  EnrolmentRequestNotFoundError,
  EnrolmentRequestRefusedError,
  FinalizeFormatError,
  WrongPasswordError,
} from './errors.ts';
import { verifyPassword } from './password-verifier.ts';

/** What finalizing is asked for. */
export interface Finalization {
  /** As the caller wrote it. */
  readonly format: string;
  readonly password: string;
}

/** What a client with a key of its own can have its certificate in. */
export type FinalizedFormat = 'DER' | 'PEM';

export type FinalizedEnrolment = EnrolledCertificate & { readonly format: FinalizedFormat };

export interface FinalizeEnrolmentDeps {
  readonly access: AccessControl;
  readonly approvals: ApprovalStore;
  readonly holders: CertificateHolders;
  readonly enrolPkcs10: EnrolPkcs10;
  readonly passwordAttempts: PasswordAttempts;
  readonly clock: Clock;
}

export class FinalizeEnrolment {
  readonly #deps: FinalizeEnrolmentDeps;

  constructor(deps: FinalizeEnrolmentDeps) {
    this.#deps = deps;
  }

  /**
   * Issues the certificate that was approved, once. The checks stand in the order of their answers.
   *
   * Whoever finalizes may issue certificates at the CA, and shows the password of the enrolment; one that was asked for without a password
   * is finalized by whoever has asked.
   *
   * @returns the request while it waits
   * @throws {@link EnrolmentRequestNotFoundError}, {@link FinalizeFormatError}, {@link EnrolmentRequestRefusedError},
   *   {@link EndEntityNotFoundError}, {@link AlreadyFinalizedError}, {@link WrongPasswordError}, `access.too_many_passwords`, and what enrolment refuses
   */
  async finalize(
    administrator: Administrator,
    requestId: number,
    { format, password }: Finalization,
  ): Promise<FinalizedEnrolment | PendingApproval> {
    const { clock, enrolPkcs10 } = this.#deps;
    const request = await this.#request(administrator, requestId);
    const known = FORMATS.find((each) => each === format.toUpperCase());
    if (known === undefined) throw new FinalizeFormatError('Invalid parameter: response_format');
    const status = publicStatusOf(request, clock.nowMs());
    if (status === 'PENDING') return { outcome: 'pending-approval', requestId };
    if (status !== 'APPROVED') throw new EnrolmentRequestRefusedError(requestId, request.status, status);
    const kept = keptEnrolment(request.act);
    const enrolled = await enrolPkcs10.issueApproved(administrator, requestId, kept, async () => {
      if (known !== 'DER' && known !== 'PEM')
        throw new FinalizeFormatError(
          `The key of this enrolment is the client's own: response_format has to be DER or PEM.`,
        );
      await this.#requirePassword(administrator, request, kept.passwordVerifier, password);
    });
    return { ...enrolled, format: known === 'PEM' ? 'PEM' : 'DER' };
  }

  async #request(administrator: Administrator, requestId: number): Promise<ApprovalRequest> {
    const { access, approvals } = this.#deps;
    await access.authorize(administrator, Resource.caFunctionality.createCertificate);
    const found = requestId > 0 ? await approvals.findRequest(requestId) : undefined;
    if (found === undefined || !ENROLMENTS.has(APPROVAL_REQUEST_TYPES[found.type].code))
      throw new EnrolmentRequestNotFoundError(requestId);
    // A request of a CA that is not the caller's looks as if there were none.
    if (!(await access.isAuthorized(administrator, Resource.ca(found.caId))))
      throw new EnrolmentRequestNotFoundError(requestId);
    return found;
  }

  async #requirePassword(
    administrator: Administrator,
    { publicId, requester }: ApprovalRequest,
    verifier: string | undefined,
    password: string,
  ): Promise<void> {
    const { holders, passwordAttempts } = this.#deps;
    const address = administrator.kind === 'certificate' ? administrator.remoteAddress : '';
    const isRight =
      verifier === undefined
        ? requester.identity === (await identityOf(administrator, holders))
        : await passwordAttempts.checkSlow(`enrolment ${publicId}`, address, () => verifyPassword(password, verifier));
    if (!isRight) throw new WrongPasswordError();
  }
}

const FORMATS = ['DER', 'PEM', 'P12', 'JKS', 'BCFKS'] as const;
const ENROLMENTS: ReadonlySet<number> = new Set([
  APPROVAL_REQUEST_TYPES.ADD_END_ENTITY.code,
  APPROVAL_REQUEST_TYPES.EDIT_END_ENTITY.code,
]);
