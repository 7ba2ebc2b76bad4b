/** Use case that finalizes an approved enrollment: issues its certificate, or makes its keystore. */
import { type Administrator, Resource, type UseCaseDeps } from '../../../access/index.ts';
import {
  APPROVAL_REQUEST_TYPES,
  type ApprovalRequest,
  type ApprovalStore,
  type PendingApproval,
  publicStatusOf,
} from '../../../approvals/index.ts';
import { WithDeps } from '../../../../kernel/with-deps.ts';
import type { EndEntity, EndEntityStore } from '../../end-entities/index.ts';
import {
  AlreadyFinalizedError,
  EndEntityNotFoundError,
  EnrollmentRequestNotFoundError,
  EnrollmentRequestRefusedError,
  FinalizeFormatError,
} from '../../errors/index.ts';
import { approvedActOf } from './approved-act.ts';
import type { WantedKey } from './approved-request.ts';
import type { EnrollmentDryRun } from '../dry-run/dry-runs.ts';
import type { FinalizeCertificate, FinalizedCertificate } from './finalize-certificate.ts';
import type { FinalizeKeystore } from './finalize-keystore.ts';
import type { EnrolledKeystore } from '../keystores/keystore-issuance.ts';

/** A request to finalize an approved enrollment. */
export interface Finalization {
  /** Format as given by the caller. */
  readonly format: string;
  readonly password: string;
  /** Key specification for a keystore that replaces that of the end entity. */
  readonly key?: WantedKey;
}

export type FinalizedEnrollment = FinalizedCertificate | EnrolledKeystore;

/** An approved request whose checks have passed. */
interface FoundRequest {
  finalize(): Promise<FinalizedEnrollment>;
  dryRun(): Promise<EnrollmentDryRun>;
}

export interface FinalizeEnrollmentDeps extends Pick<UseCaseDeps, 'access' | 'clock'> {
  readonly approvals: ApprovalStore;
  readonly endEntities: EndEntityStore;
  readonly finalizeCertificate: FinalizeCertificate;
  readonly finalizeKeystore: FinalizeKeystore;
}

export class FinalizeEnrollment extends WithDeps<FinalizeEnrollmentDeps> {
  /**
   * Issues an approved enrollment, once. The checks are in the order of their answers.
   *
   * The caller needs the right to issue certificates at the CA, and the password of the end entity as {@link FinalizeCertificate} and {@link
   * FinalizeKeystore} require.
   *
   * @returns the pending request if it is not decided yet
   * @throws {@link EnrollmentRequestNotFoundError}, {@link FinalizeFormatError}, {@link EnrollmentRequestRefusedError}, {@link
   *   EndEntityNotFoundError}, {@link AlreadyFinalizedError}, and the errors of these two
   */
  async finalize(
    administrator: Administrator,
    requestId: number,
    finalization: Finalization,
  ): Promise<FinalizedEnrollment | PendingApproval> {
    const found = await this.#approved(administrator, requestId, finalization);
    return 'outcome' in found ? found : found.finalize();
  }

  /**
   * Returns what {@link finalize} would issue.
   *
   * @returns the pending request if it is not decided yet, since its result cannot be predicted
   * @throws the errors of that method
   */
  async dryRun(
    administrator: Administrator,
    requestId: number,
    finalization: Finalization,
  ): Promise<EnrollmentDryRun | PendingApproval> {
    const found = await this.#approved(administrator, requestId, finalization);
    return 'outcome' in found ? found : found.dryRun();
  }

  /** Finds the approved request, and the end entity that waits for it. @returns the pending request if it is not decided yet */
  async #approved(
    administrator: Administrator,
    requestId: number,
    { format, password, key = {} }: Finalization,
  ): Promise<PendingApproval | FoundRequest> {
    const { access, clock, endEntities, finalizeCertificate, finalizeKeystore } = this.deps;
    const request = await this.#request(administrator, requestId);
    const known = FORMATS.find((each) => each === format.toUpperCase());
    if (known === undefined)
      throw new FinalizeFormatError(`Invalid parameter: response_format. Should be one of ${FORMATS.join(', ')}.`);
    const status = publicStatusOf(request, clock.nowMs());
    if (status === 'PENDING') return { outcome: 'pending-approval', requestId, type: request.type };
    if (status !== 'APPROVED') throw new EnrollmentRequestRefusedError(requestId, request.status, status);
    const username = request.shown.end_entity_name!;
    const existing = await endEntities.findByUsername(username);
    if (existing === undefined) throw new EndEntityNotFoundError(username);
    const act = approvedActOf(request.act);
    const mark = act.kind === 'keystore' ? 'approvedRegistration' : 'approvedRequest';
    const requireWaiting = ({ extended }: EndEntity) => {
      if (extended[mark] !== requestId) throw new AlreadyFinalizedError(requestId);
    };
    requireWaiting(existing);
    const isVisible = ({ caId }: EndEntity) => access.isAuthorized(administrator, Resource.ca(caId));
    const approved = { request, existing, requireWaiting, isVisible };
    const order = { format: known, password, key };
    if (act.kind === 'keystore')
      return {
        finalize: () => finalizeKeystore.finalize(administrator, approved, order),
        dryRun: () => finalizeKeystore.dryRun(administrator, approved, order),
      };
    const withRequest = { ...approved, act: act.enrollment };
    return {
      finalize: () => finalizeCertificate.finalize(administrator, withRequest, order),
      dryRun: () => finalizeCertificate.dryRun(administrator, withRequest, order),
    };
  }

  async #request(administrator: Administrator, requestId: number): Promise<ApprovalRequest> {
    const { access, approvals } = this.deps;
    await access.authorize(administrator, Resource.caFunctionality.createCertificate);
    const found = requestId > 0 ? await approvals.findRequest(requestId) : undefined;
    if (found === undefined || !ENROLLMENTS.has(APPROVAL_REQUEST_TYPES[found.type].code))
      throw new EnrollmentRequestNotFoundError(requestId);
    // To the caller, a request of a CA without access looks as if it did not exist.
    if (!(await access.isAuthorized(administrator, Resource.ca(found.caId))))
      throw new EnrollmentRequestNotFoundError(requestId);
    return found;
  }
}

const FORMATS = ['DER', 'PEM', 'P12', 'JKS', 'BCFKS'] as const;
const ENROLLMENTS: ReadonlySet<number> = new Set([
  APPROVAL_REQUEST_TYPES.ADD_END_ENTITY.code,
  APPROVAL_REQUEST_TYPES.EDIT_END_ENTITY.code,
]);
