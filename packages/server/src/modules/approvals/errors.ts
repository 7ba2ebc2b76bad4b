import { type AppError, appError } from '../../kernel/errors.ts';
import type { PublicApprovalStatus } from './approval-request.ts';

/** A request that does not exist, or that the caller may not see: the answers are the same. */
export class ApprovalRequestNotFoundError extends appError('not-found', 'approval.not_found') {
  constructor(requestId: number) {
    super(`Approval request with ID '${requestId}' not found, or user not authorized to view.`);
  }
}

/** An act for which another request already waits. */
export class ApprovalRequestExistsError extends appError('conflict', 'approval.already_requested') {
  constructor(requestId: number) {
    super(`The same waits for approval already, as request ${requestId}.`);
  }
}

/** A decision on a request that no longer waits. */
export class ApprovalNotPendingError extends appError('conflict', 'approval.not_pending') {
  constructor(status: PublicApprovalStatus) {
    super(`Approval request cannot be processed. Current status: ${status}`);
  }
}

/** A decision on a request that has expired. */
export class ApprovalExpiredError extends appError('conflict', 'approval.expired') {
  constructor() {
    super('Approval request has expired');
  }
}

/** A decision of the requester on their own request. */
export class OwnApprovalError extends appError('forbidden', 'approval.own_request') {
  constructor() {
    super('You have created this request and cannot approve it');
  }
}

/** A second decision of the same person on a partition. */
export class AlreadyDecidedError extends appError('forbidden', 'approval.already_decided') {
  constructor(partitionIdentifier: number) {
    super(`You have already decided on partition ${partitionIdentifier} of the open step.`);
  }
}

/** A decision on a partition whose roles the caller does not have. */
export class PartitionNotPermittedError extends appError('forbidden', 'approval.partition_not_permitted') {
  constructor(partitionIdentifier: number | undefined) {
    const which =
      partitionIdentifier === undefined ? 'any open partition of the step' : `partition ${partitionIdentifier}`;
    super(`No role of the caller decides on ${which}.`);
  }
}

/** A decision that names no partition where it must, or one that is not open. */
export class UnknownPartitionError extends appError('malformed', 'approval.unknown_partition') {}

/** A value for a field that does not exist, or that the field cannot hold. */
export class ApprovalPropertyError extends appError('malformed', 'approval.bad_property') {}

/** An act that would need approval, although its result is needed at once. */
export class ApprovalImpossibleError extends appError('refused-by-policy', 'approval.impossible') {
  constructor(ca: string) {
    super(
      `What is issued by the CA '${ca}' under this profile has to be approved by others, which cannot be waited for here.`,
    );
  }
}

/** An approved act that cannot be executed. */
export class ApprovalExecutionError extends appError('conflict', 'approval.execution_failed') {
  /** The last approval is recorded. */
  override isPartlyDone = true;

  constructor(cause: AppError) {
    const { kind } = cause;
    const denied = kind === 'forbidden' || kind === 'unauthenticated';
    // The refusal speaks of the caller, which is the requester here.
    const reason = denied ? 'the one who made the request may not do this any more.' : cause.message;
    super(`Error executing approval request: ${reason}`, { cause, context: { code: cause.code } });
  }
}
