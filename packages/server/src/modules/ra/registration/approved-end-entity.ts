/** Addition or edit of an end entity after approval. */
import type { JsonObject } from '../../../kernel/canonical-json.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import type { Administrator, UseCaseDeps } from '../../access/index.ts';
import type { PlannedAct } from '../../approvals/index.ts';
import type { Authorities } from '../../ca/index.ts';
import { keptRegistration, type KeptRegistration, stateDigest } from '../end-entities/index.ts';
import { type ApprovedEnrollment, presentNames } from '../enrollment/index.ts';
import { EndEntityChangedError } from '../errors/index.ts';
import type { PlacedRegistration } from './end-entity-registration.ts';
import { requireEditable, RIGHTS_TO_ADD, RIGHTS_TO_EDIT } from './registration-rights.ts';
import type { RegistrationSteps } from './registration-steps.ts';

export interface ApprovedEndEntityDeps extends Pick<UseCaseDeps, 'access' | 'configuration'> {
  readonly approvedEnrollment: ApprovedEnrollment;
  readonly authorities: Authorities;
  readonly registration: RegistrationSteps;
}

export class ApprovedEndEntity extends WithDeps<ApprovedEndEntityDeps> {
  /**
   * Plans the approved end entity under the present state: by itself, or with its enrollment.
   *
   * @throws {@link EndEntityChangedError} if the end entity has changed since the request was made
   */
  plan(
    requester: Administrator,
    request: { readonly act: JsonObject; readonly publicId: number },
  ): Promise<PlannedAct> {
    const kept = keptRegistration(request.act);
    return kept === undefined
      ? this.deps.approvedEnrollment.plan(requester, request)
      : this.#planRegistration(requester, kept, request.publicId);
  }

  async #planRegistration(requester: Administrator, kept: KeptRegistration, requestId: number): Promise<PlannedAct> {
    const { registration } = this.deps;
    const order = { ...kept.registration, password: undefined, ...(await presentNames(this.deps, kept)) };
    const rights = kept.edited === undefined ? RIGHTS_TO_ADD : RIGHTS_TO_EDIT;
    const { passwordVerifier } = kept;
    const placed = await registration.place(requester, order, rights, { requestId, passwordVerifier });
    await this.#requireUnchanged(placed, kept);
    const { writes, entry } = await registration.plan(placed, await registration.check(placed));
    return { writes, entries: [entry] };
  }

  async #requireUnchanged(placed: PlacedRegistration, { edited }: KeptRegistration): Promise<void> {
    const { existing, order } = placed;
    if (edited === undefined) {
      if (existing !== undefined) throw new EndEntityChangedError(order.username);
      return;
    }
    if (stateDigest(await requireEditable(this.deps.access, placed)) !== edited)
      throw new EndEntityChangedError(order.username);
  }
}
