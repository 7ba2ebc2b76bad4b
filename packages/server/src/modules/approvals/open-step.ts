/** Progress of a request: its open step, and who decides next. Pure. */
import type { ApprovalPartition, ApprovalStep, RoleIds } from './approval-profile.ts';
import type { ApprovalDecision, ApprovalRequest } from './approval-request.ts';

/** The step that is open for decisions. */
export interface OpenStep {
  readonly step: ApprovalStep;
  /** From 1. */
  readonly number: number;
  readonly partitions: readonly OpenPartition[];
}

/** A partition of the open step that still needs decisions. */
export interface OpenPartition {
  readonly partition: ApprovalPartition;
  readonly remainingApprovals: number;
}

/** The decisions on a partition of a step. */
export function decisionsOn(
  { identifier: step }: ApprovalStep,
  { identifier: partition }: ApprovalPartition,
  decisions: readonly ApprovalDecision[],
): readonly ApprovalDecision[] {
  return decisions.filter(
    ({ stepIdentifier, partitionIdentifier }) => stepIdentifier === step && partitionIdentifier === partition,
  );
}

/**
 * Returns the first incomplete step.
 *
 * @param decisions - all decisions on the request; those that do not count are ignored
 * @returns undefined when everybody has approved
 */
export function openStepOf(
  { profile }: Pick<ApprovalRequest, 'profile'>,
  decisions: readonly (ApprovalDecision & { readonly counts?: boolean })[],
): OpenStep | undefined {
  for (const [index, step] of profile.steps.entries()) {
    const partitions = step.partitions
      .map((partition) => ({ partition, remainingApprovals: remaining(step, partition, decisions) }))
      .filter(({ remainingApprovals }) => remainingApprovals > 0);
    if (partitions.length > 0) return { step, number: index + 1, partitions };
  }
  return undefined;
}

/** Returns whether a member of these roles decides on the partition. */
export function mayDecide({ approvers }: ApprovalPartition, roleIds: ReadonlySet<number>): boolean {
  return includesOne(approvers, roleIds);
}

/** Returns whether a member of these roles sees the partition and the decisions on it. */
export function maySee(partition: ApprovalPartition, roleIds: ReadonlySet<number>): boolean {
  return mayDecide(partition, roleIds) || includesOne(partition.viewers, roleIds);
}

function remaining(
  step: ApprovalStep,
  partition: ApprovalPartition,
  decisions: readonly (ApprovalDecision & { readonly counts?: boolean })[],
): number {
  const counting = decisions.filter(({ approved, counts }) => approved && counts !== false);
  const approvals = decisionsOn(step, partition, counting).length;
  return Math.max(partition.requiredApprovals - approvals, 0);
}

function includesOne(roles: RoleIds, roleIds: ReadonlySet<number>): boolean {
  return roles === 'anybody' || roles.some((role) => roleIds.has(role));
}
