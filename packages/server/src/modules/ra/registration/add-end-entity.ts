/** Addition of an end entity, which gets its certificate later. */
import type { KeyedQueue } from '../../../kernel/keyed-queue.ts';
import { type Plan, planAndCommit, type UnitOfWorkStore } from '../../../kernel/unit-of-work.ts';
import { type Administrator, NamedResource, Resource } from '../../access/index.ts';
import { ApprovalImpossibleError } from '../../approvals/index.ts';
import type { AuditLog } from '../../audit/index.ts';
import { neededApproval } from '../../ca/index.ts';
import type { Configuration } from '../../configuration/index.ts';
import type { EnrollmentRights } from '../enrollment/index.ts';
import { EndEntityExistsError } from '../errors.ts';
import type { EndEntityRegistration, PlacedRegistration } from './end-entity-registration.ts';
import type { RegistrationSteps } from './registration-steps.ts';

export interface AddEndEntityDeps {
  readonly audit: AuditLog;
  readonly byUsername: KeyedQueue;
  readonly configuration: Configuration;
  readonly registration: RegistrationSteps;
  readonly store: UnitOfWorkStore;
}

export class AddEndEntity {
  readonly #deps: AddEndEntityDeps;

  constructor(deps: AddEndEntityDeps) {
    this.#deps = deps;
  }

  /**
   * Adds the end entity. Of two at once for a username, one is added.
   *
   * @throws {@link EndEntityExistsError}, and what {@link RegistrationSteps} refuses
   */
  add(administrator: Administrator, order: EndEntityRegistration): Promise<void> {
    const { byUsername, store } = this.#deps;
    return byUsername.run(order.username, () => planAndCommit(() => this.#plan(administrator, order), store));
  }

  async #plan(administrator: Administrator, order: EndEntityRegistration): Promise<Plan<undefined>> {
    const { audit, registration } = this.#deps;
    const placed = await registration.place(administrator, order, RIGHTS_TO_ADD);
    if (placed.existing !== undefined) throw new EndEntityExistsError(order.username);
    const names = await registration.check(placed);
    await requireNoApproval(placed, this.#deps.configuration);
    const { writes, entry } = await registration.plan(placed, names);
    return { unit: audit.unit(writes, [entry], placed.epoch), result: undefined };
  }
}

/** Refuses what others would have to approve. @throws {@link ApprovalImpossibleError} */
export async function requireNoApproval(
  { authority, certificateProfile }: PlacedRegistration,
  configuration: Configuration,
): Promise<void> {
  if ((await neededApproval('addEditEndEntity', authority, certificateProfile.id, configuration)) !== undefined)
    throw new ApprovalImpossibleError(authority.name);
}

/** The rights to add an end entity: those of an enrollment but for the certificate. A username that is taken is no secret of who may add. */
const RIGHTS_TO_ADD: EnrollmentRights = ({ endEntityProfile, ca }) => [
  Resource.ra.createEndEntity,
  NamedResource.endEntityProfile(endEntityProfile, 'create_end_entity'),
  NamedResource.ca(ca),
];
