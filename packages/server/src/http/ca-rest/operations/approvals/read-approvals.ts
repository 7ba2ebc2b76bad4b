import { Type } from 'typebox';
import { approvalBody, ApprovalRequestBody, ApprovalStatusSchema } from '../../approval-bodies.ts';
import { InvalidInputError } from '../../errors.ts';
import type { OperationScope } from '../../operation-scope.ts';
import { errorResponses, RequestId } from '../../schemas.ts';

/** `GET /v1/approval/{request_id}` and `.../status`: what waits for approval, and how it stands. */
export function readApprovals({ app, deps, operation, administrator }: OperationScope): void {
  app.get(
    '/v1/approval/:request_id',
    operation(
      'v1.approval.get',
      'A request for approval',
      { params: ApprovalPath, response: { 200: ApprovalRequestBody, ...errorResponses(400, 403, 404) } },
      { level: 'admin', service: 'REST Approval Management' },
    ),
    async (request) => {
      const requestId = requirePositive(request.params.request_id);
      return approvalBody(await deps.approvals.readApprovals.get(administrator(request), requestId));
    },
  );
  app.get(
    '/v1/approval/:request_id/status',
    operation(
      'v1.approval.requestStatus',
      'How a request for approval stands',
      { params: ApprovalPath, response: { 200: RequestStatus, ...errorResponses(400, 403, 404) } },
      { level: 'admin', service: 'REST Approval Management' },
    ),
    async (request) => {
      const requestId = requirePositive(request.params.request_id);
      const status = await deps.approvals.readApprovals.status(administrator(request), requestId);
      return { request_id: requestId, status };
    },
  );
}

/** The path of an operation on one request. */
export const ApprovalPath = Type.Object({ request_id: RequestId });

/** @throws {@link InvalidInputError} for a number that no request can have */
export function requirePositive(requestId: number): number {
  if (requestId > 0) return requestId;
  throw new InvalidInputError(`Invalid request ID '${requestId}'. Request ID must be a positive integer.`);
}

const RequestStatus = Type.Object(
  { request_id: Type.Integer(), status: ApprovalStatusSchema },
  { title: 'ApprovalRequestStatusRestResponse' },
);
