/**
 * Acts that are done once everybody has approved.
 *
 * Approvals know none of the acts. Each module that has one plans it, and wiring brings the two together.
 */
import type { Write } from '../../kernel/unit-of-work.ts';
import type { Administrator } from '../access/index.ts';
import type { AuditEntry } from '../audit/index.ts';
import type { ApprovalRequest, ApprovalRequestType } from './approval-request.ts';

/** An act that was decided and is to become durable with what else belongs to the unit. */
export interface PlannedAct {
  readonly writes: readonly Write[];
  readonly entries: readonly [AuditEntry, ...AuditEntry[]];
  /** Work that follows once it is durable, and that is not lost for good when it fails. */
  readonly committed?: () => Promise<void>;
}

/** Plans an act anew, as if the requester asked for it now: their rights and the state of things are looked at again. */
export type PlanApprovedAct = (
  requester: Administrator,
  request: Pick<ApprovalRequest, 'act' | 'publicId'>,
) => Promise<PlannedAct>;

/** Planning of each kind of act. */
export type ApprovedActs = Readonly<Record<ApprovalRequestType, PlanApprovedAct>>;
