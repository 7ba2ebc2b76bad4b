/** A request as an administrator sees it. */
import { WithDeps } from '../../kernel/with-deps.ts';
import type { Administrator, UseCaseDeps } from '../access/index.ts';
import type { ApprovalPartition, ApprovalProfile } from './approval-profile.ts';
import { countedDecisions } from './counted-decisions.ts';
import {
  APPROVAL_REQUEST_TYPES,
  type ApprovalDecision,
  type PublicApprovalStatus,
  publicStatusOf,
  type ShownData,
} from './approval-request.ts';
import { requireVisible } from './approval-rights.ts';
import type { ApprovalStore } from './approval-store.ts';
import { canDecideOn, type DecidedRequest, type Decider } from './check-decision.ts';
import { findDecided } from './find-decided.ts';
import { type CertificateHolders, identityOf } from './identity.ts';
import { decisionsOn, maySee, openStepOf } from './open-step.ts';

export interface ReadApprovalsDeps extends Pick<UseCaseDeps, 'access' | 'clock'> {
  readonly approvals: ApprovalStore;
  readonly holders: CertificateHolders;
}

/** Times are milliseconds since 1970. */
export interface ApprovalView {
  readonly requestId: number;
  readonly requestType: string;
  /** Subject of the requester. */
  readonly requestedBy: string;
  readonly status: PublicApprovalStatus;
  readonly createdMs: number;
  readonly expiresMs: number;
  readonly kind: ApprovalProfile['kind'];
  readonly totalSteps: number;
  /** The steps with decisions. */
  readonly performed: readonly PerformedStep[];
  /** The open step as the caller sees it; undefined if no step is open, or the caller may see nothing of it. */
  readonly next: NextStep | undefined;
  readonly shown: ShownData;
}

export interface PerformedStep {
  /** From 1. */
  readonly number: number;
  readonly decided: readonly {
    readonly partition: ApprovalPartition;
    readonly decision: ApprovalDecision;
    /** True if the caller sees values and comments, not only who decided what. */
    readonly open: boolean;
  }[];
}

export interface NextStep {
  readonly number: number;
  readonly partitions: readonly {
    readonly partition: ApprovalPartition;
    readonly remainingApprovals: number;
    /** True when it waits for the caller. */
    readonly canDecide: boolean;
  }[];
}

export class ReadApprovals extends WithDeps<ReadApprovalsDeps> {
  /** @throws {@link ApprovalRequestNotFoundError} when there is none, or none that the administrator sees */
  async status(administrator: Administrator, requestId: number): Promise<PublicApprovalStatus> {
    const { access, approvals, clock, holders } = this.deps;
    const found = await approvals.findRequest(requestId);
    const caller = { administrator, identity: await identityOf(administrator, holders) };
    return publicStatusOf(await requireVisible(access, caller, requestId, found), clock.nowMs());
  }

  /** As {@link status}, all of it. */
  async get(administrator: Administrator, requestId: number): Promise<ApprovalView> {
    const { access, approvals, clock, holders } = this.deps;
    const found = await findDecided(approvals, requestId);
    const identity = await identityOf(administrator, holders);
    const request = await requireVisible(access, { administrator, identity }, requestId, found?.request);
    const decisions = await countedDecisions(access, request, found?.decisions ?? []);
    const decider = { identity, roleIds: await access.roleIdsOf(administrator) };
    const nowMs = clock.nowMs();
    const status = publicStatusOf(request, nowMs);
    return {
      requestId: request.publicId,
      requestType: APPROVAL_REQUEST_TYPES[request.type].title,
      requestedBy: request.requester.name,
      status,
      createdMs: request.createdMs,
      expiresMs: request.expiresMs,
      kind: request.profile.kind,
      totalSteps: request.profile.steps.length,
      performed: performedSteps({ request, decisions }, decider),
      next: status === 'PENDING' ? nextStep({ request, decisions }, decider, nowMs) : undefined,
      shown: request.shown,
    };
  }
}

function performedSteps({ request, decisions }: DecidedRequest, { roleIds }: Decider): readonly PerformedStep[] {
  return request.profile.steps
    .map((step, index) => ({
      number: index + 1,
      decided: step.partitions.flatMap((partition) =>
        decisionsOn(step, partition, decisions).map((decision) => ({
          partition,
          decision,
          open: maySee(partition, roleIds),
        })),
      ),
    }))
    .filter(({ decided }) => decided.length > 0);
}

function nextStep(decided: DecidedRequest, decider: Decider, nowMs: number): NextStep | undefined {
  const open = openStepOf(decided.request, decided.decisions);
  const partitions = (open?.partitions ?? [])
    .filter(({ partition }) => maySee(partition, decider.roleIds))
    .map((each) => ({ ...each, canDecide: canDecideOn(decided, decider, nowMs).includes(each.partition) }));
  return open === undefined || partitions.length === 0 ? undefined : { number: open.number, partitions };
}
