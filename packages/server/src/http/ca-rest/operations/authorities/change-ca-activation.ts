import { Type } from 'typebox';
import type { OperationScope } from '../../operation-scope.ts';
import { pendingApprovalBody } from '../../pending-approval.ts';
import { errorResponses, NoBody, PendingApprovalBody } from '../../schemas.ts';

/** `PUT /v1/ca_management/{ca_name}/activate` and `.../deactivate`: takes a CA back on line, or off line. */
export function changeCaActivation({ app, deps, operation, administrator }: OperationScope): void {
  for (const { act, summary } of ACTS) {
    app.put(
      `/v1/ca_management/:ca_name/${act}`,
      operation(
        `v1.ca_management.${act}`,
        summary,
        {
          params: Type.Object({ ca_name: Type.String() }),
          response: { 200: NoBody, 202: PendingApprovalBody, ...errorResponses(400, 403, 422, 503) },
        },
        { level: 'admin', service: 'REST CA Management', json: false },
      ),
      async (request, reply) => {
        const pending = await deps.ca.caActivation[act](administrator(request), request.params.ca_name);
        if (pending !== undefined) return reply.code(202).send(pendingApprovalBody(pending, request));
        return reply.send(undefined);
      },
    );
  }
}

const ACTS = [
  { act: 'activate', summary: 'Let a CA sign again' },
  { act: 'deactivate', summary: 'Take a CA off line' },
] as const;
