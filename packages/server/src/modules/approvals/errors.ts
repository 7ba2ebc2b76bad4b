import { AppError } from '../../kernel/errors.ts';
import type { PublicApprovalStatus } from './approval-request.ts';

/** There is no such request, or the caller may not see it: the two look alike. */
export class ApprovalRequestNotFoundError extends AppError {
  override readonly kind = 'not-found';
  override readonly code = 'approval.not_found';

  constructor(requestId: number) {
    super(`Approval request with ID '${requestId}' not found, or user not authorized to view.`);
  }
}

/** The act waits for approval already. */
export class ApprovalRequestExistsError extends AppError {
  override readonly kind = 'conflict';
  override readonly code = 'approval.already_requested';

  constructor(requestId: number) {
    super(`The same waits for approval already, as request ${requestId}.`);
  }
}

/** Something is to be decided that no longer waits. */
export class ApprovalNotPendingError extends AppError {
  override readonly kind = 'conflict';
  override readonly code = 'approval.not_pending';

  constructor(status: PublicApprovalStatus) {
    super(`Approval request cannot be processed. Current status: ${status}`);
  }
}

/** Nobody decided in time. */
export class ApprovalExpiredError extends AppError {
  override readonly kind = 'conflict';
  override readonly code = 'approval.expired';

  constructor() {
    super('Approval request has expired');
  }
}

/** The caller is the one person who may not decide. */
export class OwnApprovalError extends AppError {
  override readonly kind = 'forbidden';
  override readonly code = 'approval.own_request';

  constructor() {
    super('You have created this request and cannot approve it');
  }
}

/** The caller has decided on this part already. */
export class AlreadyDecidedError extends AppError {
  override readonly kind = 'forbidden';
  override readonly code = 'approval.already_decided';

  constructor(partitionIdentifier: number) {
    super(`You have already decided on partition ${partitionIdentifier} of the open step.`);
  }
}

/** The roles of the caller are not those that decide on a partition. */
export class PartitionNotPermittedError extends AppError {
  override readonly kind = 'forbidden';
  override readonly code = 'approval.partition_not_permitted';

  constructor(partitionIdentifier: number | undefined) {
    const which =
      partitionIdentifier === undefined ? 'any open partition of the step' : `partition ${partitionIdentifier}`;
    super(`No role of the caller decides on ${which}.`);
  }
}

/** A decision does not say what it is about, or says it of something that is not open. */
export class UnknownPartitionError extends AppError {
  override readonly kind = 'malformed';
  override readonly code = 'approval.unknown_partition';
}

/** A form is filled in with something that it does not ask for, or cannot hold. */
export class ApprovalPropertyError extends AppError {
  override readonly kind = 'malformed';
  override readonly code = 'approval.bad_property';
}

/** Others would have to approve an act whose outcome is needed at once. */
export class ApprovalImpossibleError extends AppError {
  override readonly kind = 'refused-by-policy';
  override readonly code = 'approval.impossible';

  constructor(ca: string) {
    super(
      `What is issued by the CA '${ca}' under this profile has to be approved by others, which cannot be waited for here.`,
    );
  }
}

/** Everybody needed has approved, and what was asked for cannot be done. */
export class ApprovalExecutionError extends AppError {
  override readonly kind = 'conflict';
  override readonly code = 'approval.execution_failed';
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
