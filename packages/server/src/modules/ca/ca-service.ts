/** Takes CAs off line and back on line. */
import { type Clock, nowSeconds } from '../../kernel/clock.ts';
import { planAndCommit, type Plan, type UnitOfWorkStore } from '../../kernel/unit-of-work.ts';
import { actorOf, type Administrator, Resource } from '../access/index.ts';
import type { AuditLog } from '../audit/index.ts';
import { type AccessibleCaDeps, getAccessible } from './accessible-ca.ts';
import { type CaStateStore, type CaStatus, updateOf } from './ca-state.ts';
import { presentStatus } from './certificate-authority.ts';
import { CaServiceStateError } from './errors.ts';

export interface CaServiceDeps extends AccessibleCaDeps {
  readonly audit: AuditLog;
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
    const { audit, states, clock } = this.#deps;
    const epoch = this.#deps.epoch();
    const authority = await getAccessible(administrator, Resource.caFunctionality.activateCa, { name }, this.#deps);
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
