/** Takes CAs off line and back on line. */
import { type Clock, nowSeconds } from '../../kernel/clock.ts';
import { planAndCommit, type Plan, type UnitOfWorkStore } from '../../kernel/unit-of-work.ts';
import { type AccessControl, actorOf, type Administrator, Resource } from '../access/index.ts';
import type { AuditLog } from '../audit/index.ts';
import { type Authorities, getByName } from './authorities.ts';
import { type CaStateStore, type CaStatus, updateOf } from './ca-state.ts';
import { presentStatus } from './certificate-authority.ts';
import { CaServiceStateError } from './errors.ts';

export interface CaServiceDeps {
  readonly access: AccessControl;
  readonly audit: AuditLog;
  readonly authorities: Authorities;
  readonly states: CaStateStore;
  readonly store: UnitOfWorkStore;
  readonly epoch: () => number;
  readonly clock: Clock;
}

/** A CA that is off line signs nothing. It goes on holding its certificates, and its crypto token is not touched. */
export class CaService {
  readonly #deps: CaServiceDeps;

  constructor(deps: CaServiceDeps) {
    this.#deps = deps;
  }

  /**
   * Lets an off line CA sign again. One that is active stays so.
   *
   * @throws {@link CaNotFoundError}, {@link CaServiceStateError}
   */
  activate(administrator: Administrator, name: string): Promise<undefined> {
    return this.#change(administrator, name, ACTIVATION);
  }

  /**
   * Takes an active CA off line, everywhere at once: what was planned before is not recorded any more. One that is off line stays so.
   *
   * @throws {@link CaNotFoundError}, {@link CaServiceStateError}
   */
  deactivate(administrator: Administrator, name: string): Promise<undefined> {
    return this.#change(administrator, name, DEACTIVATION);
  }

  #change(administrator: Administrator, name: string, change: Change): Promise<undefined> {
    const { audit, store } = this.#deps;
    const entry = { event: change.event, actor: actorOf(administrator), details: { name } };
    return audit.recordingRefusal(entry, () => planAndCommit(() => this.#plan(administrator, name, change), store));
  }

  async #plan(administrator: Administrator, name: string, change: Change): Promise<Plan<undefined>> {
    const { access, audit, authorities, states, clock } = this.#deps;
    const epoch = this.#deps.epoch();
    await access.authorize(administrator, Resource.caFunctionality.activateCa);
    // Clients of v1/ca_management know 403 for a CA that they have no access to, and not the answer for one that there is not.
    const authority = await getByName(authorities, name);
    await access.authorize(administrator, Resource.ca(authority.id));
    const state = (await states.findState(authority.id))!;
    const status = presentStatus({ ...authority, status: state.status }, nowSeconds(clock));
    const entry = {
      event: change.event,
      actor: actorOf(administrator),
      caId: authority.id,
      details: { name },
    } as const;
    if (status === change.to) {
      return { unit: audit.unit([], [{ ...entry, outcome: 'VOID' }], epoch), result: undefined };
    }
    if (status !== change.from) throw new CaServiceStateError(name, change.from, change.verb);
    const writes = [updateOf(state, { status: change.to }), { op: 'epoch.move' }];
    return { unit: audit.unit(writes, [{ ...entry, outcome: 'SUCCESS' }], epoch), result: undefined };
  }
}

interface Change {
  readonly event: 'CA_SERVICEACTIVATE' | 'CA_SERVICEDEACTIVATE';
  readonly from: CaStatus;
  readonly to: CaStatus;
  readonly verb: 'activated' | 'deactivated';
}

const ACTIVATION: Change = { event: 'CA_SERVICEACTIVATE', from: 'OFFLINE', to: 'ACTIVE', verb: 'activated' };
const DEACTIVATION: Change = { event: 'CA_SERVICEDEACTIVATE', from: 'ACTIVE', to: 'OFFLINE', verb: 'deactivated' };
