/** Change of an end entity into what it is to be. */
import type { KeyedQueue } from '../../../kernel/keyed-queue.ts';
import { type Plan, planAndCommit, type UnitOfWorkStore } from '../../../kernel/unit-of-work.ts';
import {
  type AccessControl,
  AccessDeniedError,
  type Administrator,
  NamedResource,
  Resource,
} from '../../access/index.ts';
import type { AuditLog } from '../../audit/index.ts';
import type { Configuration } from '../../configuration/index.ts';
import { END_ENTITY_STATUS } from '../end-entities/index.ts';
import type { EnrollmentRights } from '../enrollment/index.ts';
import { EndEntityNotFoundError } from '../errors.ts';
import { requireNoApproval } from './add-end-entity.ts';
import type { EndEntityRegistration, PlacedRegistration } from './end-entity-registration.ts';
import type { RegistrationSteps } from './registration-steps.ts';

export interface EditEndEntityDeps {
  readonly access: AccessControl;
  readonly audit: AuditLog;
  readonly byUsername: KeyedQueue;
  readonly configuration: Configuration;
  readonly registration: RegistrationSteps;
  readonly store: UnitOfWorkStore;
}

export class EditEndEntity {
  readonly #deps: EditEndEntityDeps;

  constructor(deps: EditEndEntityDeps) {
    this.#deps = deps;
  }

  /**
   * Changes the end entity. It keeps its password where none is given; all else is as the order says.
   *
   * @throws {@link EndEntityNotFoundError}, also for one that the caller may not edit, and what {@link RegistrationSteps} refuses
   */
  edit(administrator: Administrator, order: EndEntityRegistration): Promise<void> {
    const { byUsername, store } = this.#deps;
    return byUsername.run(order.username, () => planAndCommit(() => this.#plan(administrator, order), store));
  }

  async #plan(administrator: Administrator, order: EndEntityRegistration): Promise<Plan<undefined>> {
    const { access, audit, configuration, registration } = this.#deps;
    const placed = await registration.place(administrator, order, RIGHTS_TO_EDIT);
    await requireEditable(access, placed);
    const names = await registration.check(placed);
    await requireNoApproval(placed, configuration);
    const { writes, entry } = await registration.plan(placed, names);
    return { unit: audit.unit(writes, [entry], placed.epoch), result: undefined };
  }
}

/** The rights to what the end entity is to be. */
const RIGHTS_TO_EDIT: EnrollmentRights = ({ endEntityProfile, ca }) => [
  Resource.ra.editEndEntity,
  NamedResource.endEntityProfile(endEntityProfile, 'edit_end_entity'),
  NamedResource.ca(ca),
];

/** Requires an end entity that the caller may edit as it is: it may belong to another profile and CA than it is to have. */
async function requireEditable(
  access: AccessControl,
  { administrator, existing, order: { username } }: PlacedRegistration,
): Promise<void> {
  if (existing === undefined) throw new EndEntityNotFoundError(username);
  const right = Resource.endEntityProfile(existing.endEntityProfileId, 'edit_end_entity');
  try {
    await access.authorize(administrator, right, Resource.ca(existing.caId));
  } catch (error) {
    // Access control has recorded the refusal.
    throw error instanceof AccessDeniedError ? new EndEntityNotFoundError(username) : error;
  }
  // An edit may set the password that collects the key, or take the key from recovery.
  if (existing.status !== END_ENTITY_STATUS.KEYRECOVERY) return;
  await access.authorize(
    administrator,
    Resource.ra.keyRecovery,
    Resource.endEntityProfile(existing.endEntityProfileId, 'keyrecovery'),
  );
}
