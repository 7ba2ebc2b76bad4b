import { Type } from 'typebox';
import type { OperationScope } from '../operation-scope.ts';
import { errorResponses } from '../schemas.ts';

/** `GET /approvals/{request_id}`: what the CA REST interface does not say of a request for approval. */
export function readApproval({ app, deps, operation, administrator }: OperationScope): void {
  app.get(
    '/approvals/:request_id',
    operation('approvals.get', 'Who has asked for an approval, and what of it waits for the caller', {
      params: Type.Object({ request_id: Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 }) }),
      response: { 200: Approval, ...errorResponses(400, 404) },
    }),
    async (request) => {
      const { request_id: requestId } = request.params;
      const { requestedBy, next } = await deps.approvals.readApprovals.get(administrator(request), requestId);
      const decidable = (next?.partitions ?? []).filter(({ canDecide }) => canDecide);
      return {
        request_id: requestId,
        requested_by: requestedBy,
        decidable_partitions: decidable.map(({ partition }) => partition.identifier),
      };
    },
  );
}

const Approval = Type.Object(
  {
    request_id: Type.Integer(),
    requested_by: Type.String({ description: 'The subject of the administrator.' }),
    decidable_partitions: Type.Array(Type.Integer(), {
      description: 'The partitions of the open step that wait for the caller.',
    }),
  },
  { title: 'Approval' },
);
