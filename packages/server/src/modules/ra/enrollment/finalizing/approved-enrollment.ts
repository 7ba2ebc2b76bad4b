/** End entity of an approved enrollment, which waits until its certificate is requested. */
import type { JsonObject } from '../../../../kernel/canonical-json.ts';
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
import { type AnyCheckedEnrollment, auditDetails } from '../checked-enrollment.ts';
import type { EnrollmentSteps } from '../enrollment-steps.ts';
import type { ApprovedKeystore } from './approved-keystore.ts';
import { endEntityWrite } from '../steps/draft-end-entity.ts';
import { type EnrollmentWithRequest, requestOfEnrollment } from '../steps/enrollment-order.ts';
import { type KeptEnrollment, keptEnrollment } from '../approvals/enrollment-to-approve.ts';
import { keptKeystoreOrder } from '../keystores/keystore-to-approve.ts';

type PresentNamesDeps = Pick<KeptEnrollmentDeps, 'authorities' | 'configuration'>;

/** Dependencies to check a stored enrollment again. */
export interface KeptEnrollmentDeps {
  readonly authorities: Authorities;
  readonly configuration: Configuration;
  readonly steps: EnrollmentSteps;
  readonly verifySignature: VerifySignature;
}

export interface ApprovedEnrollmentDeps extends KeptEnrollmentDeps {
  readonly keystores: ApprovedKeystore;
}

export class ApprovedEnrollment {
  readonly #deps: ApprovedEnrollmentDeps;

  constructor(deps: ApprovedEnrollmentDeps) {
    this.#deps = deps;
  }

  /**
   * Plans the approved end entity under the present state. From then on it can enroll, with the approved request.
   *
   * @throws {@link EndEntityChangedError} if the end entity has changed since the request was made
   */
  async plan(
    requester: Administrator,
    { act, publicId }: { readonly act: JsonObject; readonly publicId: number },
  ): Promise<PlannedAct> {
    const kept = keptEnrollment(act);
    return kept === undefined
      ? this.#deps.keystores.plan(requester, keptKeystoreOrder(act), publicId)
      : this.#planWithRequest(requester, kept, publicId);
  }

  async #planWithRequest(requester: Administrator, kept: KeptEnrollment, publicId: number): Promise<PlannedAct> {
    const { passwordVerifier, edits } = kept;
    const enrollment = await underPresentNames(this.#deps, kept);
    const { verifySignature } = this.#deps;
    const request = requestOfEnrollment(enrollment, { verifySignature, macIsVerified: true });
    const { certificateRequestType: type } = enrollment;
    const checked = await this.#deps.steps.check(type, requester, enrollment, request);
    const { authority, existing, endEntity } = checked;
    const { username } = endEntity;
    requireUnchanged(username, existing, kept);
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
function requireUnchanged(username: string, existing: EndEntity | undefined, { edits, edited }: KeptEnrollment): void {
  const isUnchanged = existing === undefined ? !edits : edits && stateDigest(existing) === edited;
  if (!isUnchanged) throw new EndEntityChangedError(username);
}

/** Returns the approved enrollment with the present names of its CA and profiles. */
export async function underPresentNames(deps: PresentNamesDeps, kept: KeptEnrollment): Promise<EnrollmentWithRequest> {
  return { ...kept.enrollment, ...(await presentNames(deps, kept)) };
}

/** Returns the present names of the CA and the profiles of an approved request. */
export async function presentNames(
  { authorities, configuration }: PresentNamesDeps,
  {
    caId,
    certificateProfileId,
    endEntityProfileId,
  }: Pick<KeptEnrollment, 'caId' | 'certificateProfileId' | 'endEntityProfileId'>,
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
  return { ...enrollment, endEntity: { ...endEntity, passwordVerifier, extended } };
}
