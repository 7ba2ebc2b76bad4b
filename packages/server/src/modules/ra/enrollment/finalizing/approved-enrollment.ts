/** End entity of an approved enrollment, which waits until its certificate is requested. */
import type { JsonObject } from '../../../../kernel/canonical-json.ts';
import { WithDeps } from '../../../../kernel/with-deps.ts';
import { actorOf, type Administrator } from '../../../access/index.ts';
import type { PlannedAct } from '../../../approvals/index.ts';
import { type Authorities, getById } from '../../../ca/index.ts';
import type { Configuration } from '../../../configuration/index.ts';
import { certificateProfileType, endEntityProfileType } from '../../../profiles/index.ts';
import {
  END_ENTITY_STATUS,
  type EndEntity,
  endEntityStatusName,
  mayEnroll,
  stateDigest,
  withoutApproval,
  withoutHolder,
} from '../../end-entities/index.ts';
import {
  AlreadyFinalizedError,
  EndEntityCannotEnrollError,
  EndEntityChangedError,
  EndEntityNotFoundError,
} from '../../errors/index.ts';
import type { VerifySignature } from '../../requests/index.ts';
import { type AnyCheckedEnrollment, auditDetails, withEndEntity } from '../checked-enrollment.ts';
import type { EnrollmentSteps } from '../enrollment-steps.ts';
import { approvedActOf } from './approved-act.ts';
import type { ApprovedKeystore } from './approved-keystore.ts';
import { endEntityWrite } from '../steps/draft-end-entity.ts';
import { type EnrollmentWithRequest, requestReader } from '../steps/enrollment-order.ts';
import type { EnrollmentAct } from '../approvals/enrollment-to-approve.ts';

type PresentNamesDeps = Pick<PresentEnrollmentDeps, 'authorities' | 'configuration'>;

/** Dependencies to check an approved enrollment again, under the present names. */
export interface PresentEnrollmentDeps {
  readonly authorities: Authorities;
  readonly configuration: Configuration;
  readonly steps: EnrollmentSteps;
  readonly verifySignature: VerifySignature;
}

export interface ApprovedEnrollmentDeps extends PresentEnrollmentDeps {
  readonly keystores: ApprovedKeystore;
}

export class ApprovedEnrollment extends WithDeps<ApprovedEnrollmentDeps> {
  /**
   * Plans the approved end entity under the present state. From then on it can enroll, with the approved request.
   *
   * @throws {@link EndEntityChangedError} if the end entity has changed since the request was made
   */
  async plan(
    requester: Administrator,
    { act, publicId }: { readonly act: JsonObject; readonly publicId: number },
  ): Promise<PlannedAct> {
    const approved = approvedActOf(act);
    return approved.kind === 'keystore'
      ? this.deps.keystores.plan(requester, approved.keystore, publicId)
      : this.#planWithRequest(requester, approved.enrollment, publicId);
  }

  async #planWithRequest(requester: Administrator, act: EnrollmentAct, publicId: number): Promise<PlannedAct> {
    const { passwordVerifier, edits } = act;
    const enrollment = await underPresentNames(this.deps, act);
    const { verifySignature } = this.deps;
    const request = requestReader(enrollment, { verifySignature, macIsVerified: true });
    const { certificateRequestType: type } = enrollment;
    const checked = await this.deps.steps.check(type, requester, enrollment, request);
    const { authority, existing, endEntity } = checked;
    const { username } = endEntity;
    requireUnchanged(username, existing, act);
    const extended = { ...endEntity.extended, approvedRequest: publicId };
    const approved: EndEntity = { ...endEntity, status: END_ENTITY_STATUS.NEW, passwordVerifier, extended };
    const entry = {
      event: edits ? 'RA_EDITENDENTITY' : 'RA_ADDENDENTITY',
      outcome: 'SUCCESS',
      actor: actorOf(requester),
      caId: authority.id,
      username,
      details: auditDetails(checked),
    } as const;
    return { writes: [endEntityWrite(approved, existing)], entries: [entry] };
  }
}

/** Refuses if the end entity has changed since the request: approvers saw the present state of the end entity as part of the target state. */
function requireUnchanged(username: string, existing: EndEntity | undefined, { edits, edited }: EnrollmentAct): void {
  const isUnchanged = existing === undefined ? !edits : edits && stateDigest(existing) === edited;
  if (!isUnchanged) throw new EndEntityChangedError(username);
}

/** Returns the approved enrollment with the present names of its CA and profiles. */
export async function underPresentNames(deps: PresentNamesDeps, act: EnrollmentAct): Promise<EnrollmentWithRequest> {
  return { ...act.enrollment, ...(await presentNames(deps, act)) };
}

/** Returns the present names of the CA and the profiles of an approved request. */
export async function presentNames(
  { authorities, configuration }: PresentNamesDeps,
  {
    caId,
    certificateProfileId,
    endEntityProfileId,
  }: Pick<EnrollmentAct, 'caId' | 'certificateProfileId' | 'endEntityProfileId'>,
) {
  const certificateProfile = await configuration.getById(certificateProfileType, certificateProfileId);
  const endEntityProfile = await configuration.getById(endEntityProfileType, endEntityProfileId);
  return {
    certificateAuthorityName: (await getById(authorities, caId)).name,
    certificateProfileName: certificateProfile.name,
    endEntityProfileName: endEntityProfile.name,
  };
}

/**
 * Returns the enrollment with its end entity in the state after the certificate of the approved request is issued.
 *
 * @throws {@link EndEntityNotFoundError}, {@link AlreadyFinalizedError}
 * @throws {@link EndEntityCannotEnrollError} if its status was changed meanwhile
 */
export function finalized<Checked extends AnyCheckedEnrollment>(enrollment: Checked, requestId: number): Checked {
  const { existing, endEntity, order } = enrollment;
  if (existing === undefined) throw new EndEntityNotFoundError(order.username);
  if (existing.extended.approvedRequest !== requestId) throw new AlreadyFinalizedError(requestId);
  // It may have been revoked meanwhile.
  if (!mayEnroll(existing.status))
    throw new EndEntityCannotEnrollError(order.username, `its status is ${endEntityStatusName(existing.status)}`);
  const extended = withoutApproval(withoutHolder(existing.extended));
  const passwordVerifier = endEntity.status === END_ENTITY_STATUS.NEW ? existing.passwordVerifier : undefined;
  return withEndEntity(enrollment, { endEntity: { ...endEntity, passwordVerifier, extended } });
}
