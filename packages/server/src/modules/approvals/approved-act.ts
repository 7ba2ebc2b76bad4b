/**
 * Acts that are executed once all required administrators have approved.
 *
 * Approvals know none of the acts. Each module that has one plans it, and wiring brings the two together.
 */
import type { Write } from '../../kernel/unit-of-work.ts';
import type { Administrator } from '../access/index.ts';
import type { AuditEntry } from '../audit/index.ts';
import type { ApprovalRequest, ApprovalRequestType } from './approval-request.ts';

/** A planned act, whose writes go into the unit of the last decision. */
export interface PlannedAct {
  readonly writes: readonly Write[];
  readonly entries: readonly [AuditEntry, ...AuditEntry[]];
  /** Work to do after the commit. If it fails, it is done later by other means. */
  readonly committed?: () => Promise<void>;
}

/** Plans an act as if the requester asked for it now: rights and state are checked again. */
export type PlanApprovedAct = (
  requester: Administrator,
  request: Pick<ApprovalRequest, 'act' | 'publicId'>,
) => Promise<PlannedAct>;

/** Planning of each kind of act. */
export type ApprovedActs = Readonly<Record<ApprovalRequestType, PlanApprovedAct>>;
