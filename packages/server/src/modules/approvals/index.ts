/** Approvals: acts that are executed only when other administrators agree. */
export { APPROVAL_PROPERTY_TYPES, type ApprovalProperty } from './approval-profile.ts';
export { approvalProfileType } from './approval-profile-type.ts';
export {
  APPROVAL_REQUEST_TYPES,
  APPROVAL_STATUSES,
  type ApprovalDecision,
  type ApprovalRequest,
  type ApprovalRequestType,
  type ApprovalStatus,
  type ListedRequest,
  publicStatusOf,
  type ShownData,
  shownTime,
} from './approval-request.ts';
export {
  type ApprovalAction,
  approvalProfileFor,
  approvalsMember,
  type ApprovalSettings,
  approvalSettings,
  type NeededApproval,
} from './approval-settings.ts';
export {
  type ApprovalQuery,
  type ApprovalStore,
  type InsertApprovalDecision,
  type InsertApprovalRequest,
  type UpdateApprovalRequest,
} from './approval-store.ts';
export { approvalsModule } from './approvals-module.ts';
export type { PlannedAct } from './approved-act.ts';
export type { GivenDecision } from './check-decision.ts';
export {
  ApprovalExecutionError,
  ApprovalExpiredError,
  ApprovalImpossibleError,
  ApprovalRequestExistsError,
} from './errors.ts';
export { ForgetVerifiers } from './forget-verifiers.ts';
export { type CertificateHolders, identityOf } from './identity.ts';
export type { ProcessApproval } from './process-approval.ts';
export type { ApprovalView, NextStep, PerformedStep, ReadApprovals } from './read-approvals.ts';
export { type ActToApprove, type PendingApproval, type PlannedRequest, RequestApproval } from './request-approval.ts';
export type { ApprovalCriteria, SearchApprovals } from './search-approvals.ts';
