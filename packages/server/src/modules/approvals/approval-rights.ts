/** Rights to see and decide on the requests of others. */
import { type AccessControl, type Administrator, Resource } from '../access/index.ts';
import { APPROVAL_REQUEST_TYPES, type ApprovalRequest, type ListedRequest } from './approval-request.ts';
import { ApprovalRequestNotFoundError } from './errors.ts';
import type { Caller } from './identity.ts';

/** Rights to decide on the request, in addition to a role of the partition. */
export function rightsToDecide({ type, caId, endEntityProfileId }: ListedRequest): readonly string[] {
  if (APPROVAL_REQUEST_TYPES[type].concerns === 'ca')
    return [Resource.caFunctionality.approveCaAction, Resource.ca(caId)];
  return [
    Resource.ra.approveEndEntity,
    Resource.ca(caId),
    ...(endEntityProfileId === undefined ? [] : [Resource.endEntityProfile(endEntityProfileId, 'approve_end_entity')]),
  ];
}

/** Returns whether the administrator sees the request: their own, those they may decide on, and with the right to view approvals all of a CA. */
export async function maySeeRequest(
  access: AccessControl,
  { administrator, identity }: Caller,
  request: ListedRequest,
): Promise<boolean> {
  if (request.requester.identity === identity) return true;
  if (await access.isAuthorized(administrator, Resource.ra.viewApprovals, Resource.ca(request.caId))) return true;
  return access.isAuthorized(administrator, ...rightsToDecide(request));
}

/**
 * Requires any right to approvals: to view them, or to approve some kind of act.
 *
 * @throws {AccessDeniedError}
 */
export async function requireAnyApprovalRight(access: AccessControl, administrator: Administrator): Promise<void> {
  for (const right of [
    Resource.ra.viewApprovals,
    Resource.ra.approveEndEntity,
    Resource.caFunctionality.approveCaAction,
  ])
    if (await access.isAuthorized(administrator, right)) return access.authorize(administrator, right);
  await access.authorize(administrator, Resource.ra.viewApprovals);
}

/**
 * Requires that the administrator sees the request.
 *
 * @param request - as found; undefined when there is none
 * @throws {AccessDeniedError} to whom has no right to approvals and has not made the request, whether there is one or not
 * @throws {@link ApprovalRequestNotFoundError} when there is none, or none that the administrator sees
 */
export async function requireVisible(
  access: AccessControl,
  caller: Caller,
  requestId: number,
  request: ApprovalRequest | undefined,
): Promise<ApprovalRequest> {
  const { administrator } = caller;
  await access.authorize(administrator);
  if (request === undefined || !(await maySeeRequest(access, caller, request))) {
    await requireAnyApprovalRight(access, administrator);
    throw new ApprovalRequestNotFoundError(requestId);
  }
  return request;
}
