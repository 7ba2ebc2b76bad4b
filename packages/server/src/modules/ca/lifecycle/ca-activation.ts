/** Use cases that take CAs offline and back online. */
import type { JsonObject } from '../../../kernel/canonical-json.ts';
import { nowSeconds } from '../../../kernel/clock.ts';
import { planAndCommit, type Plan } from '../../../kernel/unit-of-work.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import { actorOf, type Administrator, Resource, type UseCaseDeps } from '../../access/index.ts';
import type { PendingApproval, PlannedAct, PlannedRequest, RequestApproval } from '../../approvals/index.ts';
import { getById, getNamed, neededApproval, type ChangingDeps } from '../authorities/index.ts';
import { type CertificateAuthority, presentStatus } from '../kinds/index.ts';
import type { FirstCrls } from '../crls/index.ts';
import type { RenewOcspResponders } from '../responders/index.ts';
import { type CaStateStore, type CaStatus, updateOf } from '../records/index.ts';
import { CaActivationError } from './errors.ts';

export interface CaActivationDeps extends Pick<UseCaseDeps, 'configuration' | 'clock'>, ChangingDeps {
  readonly firstCrls: Pick<FirstCrls, 'makeUnfinished'>;
  readonly requestApproval: RequestApproval;
  readonly states: CaStateStore;
  readonly ocspResponders: Pick<RenewOcspResponders, 'updateCa'>;
}

/** Activation of CAs. An offline CA signs nothing. It keeps its certificates, and its crypto token is not touched. */
export class CaActivation extends WithDeps<CaActivationDeps> {
  /**
   * Takes an offline CA online, or requests approval for that. An active CA stays active.
   *
   * @throws {@link CaNotFoundError}, {@link CaActivationError}, {@link ApprovalRequestExistsError}
   */
  activate(administrator: Administrator, name: string): Promise<PendingApproval | undefined> {
    return this.#change(administrator, name, ACTIVATION);
  }

  /**
   * Takes an active CA offline, in all processes at once: anything planned before can no longer be committed. An offline CA stays offline.
   *
   * If a crash has left out its first CRLs, they are made before, since otherwise nobody could check its certificates. If that fails the CA is still
   * taken offline, because it may be urgent.
   *
   * @throws {@link CaNotFoundError}, {@link CaActivationError}
   */
  async deactivate(administrator: Administrator, name: string): Promise<undefined> {
    await this.#change(administrator, name, DEACTIVATION);
  }

  /**
   * Plans an approved activation under the present state.
   *
   * @param request - as it was requested
   * @throws {@link CaNotFoundError}, {@link CaActivationError}
   */
  async planApprovedActivation(requester: Administrator, { act }: { readonly act: JsonObject }): Promise<PlannedAct> {
    const { access, authorities } = this.deps;
    const caId = act['caId'] as number;
    await access.authorize(requester, Resource.caFunctionality.activateCa, Resource.ca(caId));
    return (await this.#transition(requester, await getById(authorities, caId), ACTIVATION)).act;
  }

  #change(administrator: Administrator, name: string, change: Change): Promise<PendingApproval | undefined> {
    const { audit, firstCrls, ocspResponders, store } = this.deps;
    const entry = { event: change.event, actor: actorOf(administrator), details: { name } };
    return audit.recordingRefusal(entry, async () => {
      if (change === DEACTIVATION) {
        const { id } = await this.#authorize(administrator, name);
        await firstCrls.makeUnfinished(id);
        // Responder certificates are renewed so that they last as long as possible while it is offline.
        await ocspResponders.updateCa(id, { early: true });
      }
      return planAndCommit(() => this.#plan(administrator, name, change), store);
    });
  }

  async #plan(administrator: Administrator, name: string, change: Change): Promise<Plan<PendingApproval | undefined>> {
    const { audit } = this.deps;
    const epoch = this.deps.epoch();
    const authority = await this.#authorize(administrator, name);
    const { act, changes } = await this.#transition(administrator, authority, change);
    const pending = changes && change === ACTIVATION ? await this.#toApprove(administrator, authority) : undefined;
    if (pending !== undefined)
      return { unit: audit.unit(pending.writes, [pending.entry], epoch), result: pending.result };
    return { unit: audit.unit(act.writes, act.entries, epoch), result: undefined };
  }

  async #authorize(administrator: Administrator, name: string): Promise<CertificateAuthority> {
    await this.deps.access.authorize(administrator, Resource.caFunctionality.activateCa);
    return getNamed(administrator, name, this.deps);
  }

  /** Plans the change, and tells whether it changes anything. */
  async #transition(
    administrator: Administrator,
    authority: CertificateAuthority,
    change: Change,
  ): Promise<{ readonly act: PlannedAct; readonly changes: boolean }> {
    const { states, clock } = this.deps;
    const { id, name } = authority;
    const state = (await states.findState(id))!;
    const status = presentStatus({ ...authority, status: state.status }, nowSeconds(clock));
    const entry = { event: change.event, actor: actorOf(administrator), caId: id, details: { name } } as const;
    if (status === change.to) return { act: { writes: [], entries: [{ ...entry, outcome: 'VOID' }] }, changes: false };
    if (status !== change.from) throw new CaActivationError(name, change.from, change.verb);
    const writes = [updateOf(state, { status: change.to }), { op: 'epoch.move' }];
    return { act: { writes, entries: [{ ...entry, outcome: 'SUCCESS' }] }, changes: true };
  }

  async #toApprove(administrator: Administrator, authority: CertificateAuthority): Promise<PlannedRequest | undefined> {
    const { configuration, requestApproval } = this.deps;
    const { id, name, publicId, settings } = authority;
    const { certificateProfileId } = settings.certificate;
    const profileId = await neededApproval('caActivation', authority, certificateProfileId, configuration);
    return requestApproval.plan(administrator, profileId, () => ({
      type: 'ACTIVATE_CA',
      subject: '',
      caId: id,
      shown: { ca_name: name, ca_id: String(publicId), subject_dn: settings.subject.toString() },
      act: { caId: id },
    }));
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
