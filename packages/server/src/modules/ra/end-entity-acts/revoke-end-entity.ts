/** Use case that revokes all certificates of an end entity, and removes the end entity on request. */
import type { JsonObject } from '../../../kernel/canonical-json.ts';
import type { KeyedQueue } from '../../../kernel/tasks/keyed-queue.ts';
import { type Plan, planAndCommit, type Write } from '../../../kernel/unit-of-work.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import { actorOf, type Administrator, type UseCaseDeps } from '../../access/index.ts';
import type { PendingApproval, PlannedAct, RequestApproval } from '../../approvals/index.ts';
import type { AuditEntry } from '../../audit/index.ts';
import {
  AlreadyRevokedError,
  type Authorities,
  type CrlUponRevocation,
  isRelease,
  NotRevokedError,
  type RevocationStep,
  type RevokeCertificatesOf,
} from '../../ca/index.ts';
import { type KeptKeyStore, planUnmark } from '../../key-recovery/index.ts';
import { endEntityProfileType } from '../../profiles/index.ts';
import { changeStatus, END_ENTITY_STATUS, type EndEntity, type UpdateEndEntity } from '../end-entities/index.ts';
import { EndEntityChangedError, EndEntityNotFoundError, SeveralApprovalsError } from '../errors/index.ts';
import {
  type AccessibleEndEntityDeps,
  findAccessible,
  MAY_DELETE,
  MAY_REVOKE,
  rightsTo,
} from './accessible-end-entity.ts';
import { removal } from './removed-end-entity.ts';
import {
  type ApprovalOfCa,
  approvalOfRevocation,
  type EndEntityRevocation,
  revocationToApprove,
  type StoredRevocation,
} from './revocation-approval.ts';

/** Result of a revocation: done, or a pending approval. */
export type EndEntityRevocationResult = { readonly outcome: 'revoked' } | PendingApproval;

export interface RevokeEndEntityDeps
  extends Pick<UseCaseDeps, 'audit' | 'configuration' | 'store' | 'clock'>, AccessibleEndEntityDeps {
  readonly authorities: Authorities;
  readonly byUsername: KeyedQueue;
  readonly crlUponRevocation: CrlUponRevocation;
  readonly keptKeys: KeptKeyStore;
  readonly requestApproval: RequestApproval;
  readonly revokeCertificatesOf: RevokeCertificatesOf;
}

export class RevokeEndEntity extends WithDeps<RevokeEndEntityDeps> {
  /**
   * Revokes the end entity, or requests approval for that.
   *
   * Many certificates take several units. The first one makes the end entity REVOKED, so that it gets no more certificates, and the last one removes
   * it. If a request is interrupted in between, repeating it continues from there.
   *
   * @throws {@link EndEntityNotFoundError} also without access to it
   * @throws {@link AlreadyRevokedError}, {@link NotRevokedError}, {@link ApprovalRequestExistsError}
   */
  async revoke(
    administrator: Administrator,
    username: string,
    revocation: EndEntityRevocation,
  ): Promise<EndEntityRevocationResult> {
    return this.#run(administrator, username, revocation, { approvedCaId: undefined, isFirst: true });
  }

  /** Plans an approved revocation under the present state. */
  async planApproved(requester: Administrator, { act }: { readonly act: JsonObject }): Promise<PlannedAct> {
    const { username, endEntityId, reason, removes, approvalCaId } = act as unknown as StoredRevocation;
    const revocation = { reason, removes };
    const endEntity = await this.#find(requester, username, revocation);
    if (endEntity.id !== endEntityId) throw new EndEntityChangedError(username);
    const approvedCaId = approvalCaId ?? endEntity.caId;
    const { step, writes, entries } = await this.#step(requester, endEntity, revocation, true);
    await this.#needed(endEntity, step, approvedCaId);
    const committed = async () => {
      await this.deps.crlUponRevocation.issue(step.revoked);
      if (step.more) await this.#run(requester, username, revocation, { approvedCaId, isFirst: false });
    };
    return { writes, entries, committed };
  }

  async #run(
    administrator: Administrator,
    username: string,
    revocation: EndEntityRevocation,
    { approvedCaId, isFirst }: { readonly approvedCaId: number | undefined; readonly isFirst: boolean },
  ): Promise<EndEntityRevocationResult> {
    const { audit, byUsername, configuration, crlUponRevocation, requestApproval, store } = this.deps;
    let more = true;
    let first = isFirst;
    while (more) {
      const plan = async (): Promise<Plan<StepResult>> => {
        const { epoch } = configuration;
        const endEntity = await this.#find(administrator, username, revocation);
        const planned = await this.#step(administrator, endEntity, revocation, first);
        const needed = await this.#needed(endEntity, planned.step, approvedCaId);
        const waiting = await requestApproval.plan(administrator, needed?.approval, () =>
          revocationToApprove(this.deps, endEntity, revocation, needed!),
        );
        if (waiting !== undefined) {
          const unit = audit.unit(waiting.writes, [waiting.entry], epoch);
          return { unit, result: { result: waiting.result, step: undefined } };
        }
        const unit = audit.unit(planned.writes, planned.entries, epoch);
        return { unit, result: { result: { outcome: 'revoked' }, step: planned.step } };
      };
      const { result, step } = await byUsername.run(username, () => planAndCommit(plan, store));
      if (step === undefined) return result;
      await crlUponRevocation.issue(step.revoked);
      ({ more } = step);
      first = false;
    }
    return { outcome: 'revoked' };
  }

  async #find(administrator: Administrator, username: string, { removes }: EndEntityRevocation): Promise<EndEntity> {
    const rights = removes ? [MAY_REVOKE, MAY_DELETE] : [MAY_REVOKE];
    const endEntity = await findAccessible(this.deps, administrator, username, ...rights);
    if (endEntity === undefined) throw new EndEntityNotFoundError(username);
    return endEntity;
  }

  /** Plans the next step: certificates, and the end entity itself. */
  async #step(
    administrator: Administrator,
    endEntity: EndEntity,
    { reason, removes }: EndEntityRevocation,
    isFirst: boolean,
  ): Promise<Planned> {
    const { access, clock, keptKeys, revokeCertificatesOf } = this.deps;
    const { id, username, caId, status, version } = endEntity;
    const actor = actorOf(administrator);
    const step = await revokeCertificatesOf.planStep(id, reason, actor);
    // Its certificates may belong to other CAs and profiles than its present ones.
    await access.authorize(administrator, ...new Set(step.records.flatMap((record) => rightsTo(record, MAY_REVOKE))));
    if (isFirst && step.records.length === 0) requireSomethingToDo(endEntity, { reason, removes });
    const entry: AuditEntry = {
      event: 'RA_REVOKEENDENTITY',
      outcome: 'SUCCESS',
      actor,
      caId,
      username,
      details: { reason, certificates: step.records.length },
    };
    if (removes && !step.more) {
      const removed: AuditEntry = { event: 'RA_DELETEENDENTITY', outcome: 'SUCCESS', actor, caId, username };
      const writes = [...step.writes, ...(await removal(endEntity, this.deps))];
      return { step, writes, entries: [entry, ...step.entries, removed] };
    }
    const next = isRelease(reason) ? (status === REVOKED ? GENERATED : status) : REVOKED;
    const { endEntity: changed, unmarksKeyRecovery } = changeStatus(endEntity, next, {
      nowMs: clock.nowMs(),
      renewable: await this.#isRenewable(endEntity),
    });
    const update: UpdateEndEntity = { op: 'end-entity.update', endEntity: changed, expectedVersion: version };
    const unmarks = unmarksKeyRecovery ? await planUnmark(keptKeys, id) : [];
    return { step, writes: [...step.writes, ...unmarks, update], entries: [entry, ...step.entries] };
  }

  /**
   * Finds the approval that is still required.
   *
   * @param approvedCaId - the CA whose approval was given
   * @throws {@link SeveralApprovalsError} also if the approval of another CA is required by now
   */
  async #needed(
    endEntity: EndEntity,
    { records }: RevocationStep,
    approvedCaId: number | undefined,
  ): Promise<ApprovalOfCa | undefined> {
    const needed = await approvalOfRevocation(this.deps, endEntity, records);
    if (needed === undefined || approvedCaId === undefined) return needed;
    if (needed.caId === approvedCaId) return undefined;
    const authorities = await Promise.all(
      [approvedCaId, needed.caId].map((caId) => this.deps.authorities.findById(caId)),
    );
    throw new SeveralApprovalsError(
      endEntity.username,
      authorities.flatMap((authority) => (authority === undefined ? [] : [authority.name])),
    );
  }

  async #isRenewable({ endEntityProfileId }: EndEntity): Promise<boolean> {
    const profile = await this.deps.configuration.findById(endEntityProfileType, endEntityProfileId);
    return profile?.value.renewDaysBeforeExpiration !== undefined;
  }
}

/** Result of a unit; without a step if approval is required first. */
interface StepResult {
  readonly result: EndEntityRevocationResult;
  readonly step: RevocationStep | undefined;
}

interface Planned {
  readonly step: RevocationStep;
  readonly writes: readonly Write[];
  readonly entries: readonly [AuditEntry, ...AuditEntry[]];
}

/** Requires something to revoke or release. An end entity to be removed may already be revoked. */
function requireSomethingToDo({ username, status }: EndEntity, { reason, removes }: EndEntityRevocation): void {
  if (isRelease(reason)) throw new NotRevokedError(`No certificate of the end entity '${username}' is on hold.`);
  if (status === REVOKED && !removes)
    throw new AlreadyRevokedError(`The end entity '${username}' and all its certificates are revoked already.`);
}

const { GENERATED, REVOKED } = END_ENTITY_STATUS;
