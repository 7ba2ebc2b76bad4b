import { EndEntityRecord, readEndEntityRecord } from '../end-entity-record.ts';
import type { OperationScope } from '../operation-scope.ts';
import { pendingApprovalBody } from '../pending-approval.ts';
import { errorResponses, NoBody, PendingApprovalBody } from '../schemas.ts';

const SERVICE = 'REST End Entity Management';
const RESPONSE = { 200: NoBody, 202: PendingApprovalBody, ...errorResponses(400, 403, 404, 409, 422, 503) };

/** `POST /v1/endentity`: adds an end entity, which gets its certificate later. */
export function addEndEntity({ app, deps, operation, administrator }: OperationScope): void {
  app.post(
    '/v1/endentity',
    {
      ...operation('v1.endentity.add', { level: 'admin', service: SERVICE, bigIntegers: true }),
      schema: { summary: 'Add an end entity', tags: ['v1/endentity'], body: EndEntityRecord, response: RESPONSE },
    },
    async (request, reply) => {
      const result = await deps.ra.addEndEntity.add(administrator(request), readEndEntityRecord(request.body));
      if (result.outcome === 'pending-approval')
        return reply.code(202).send(pendingApprovalBody(result, 'addition', request));
      return reply.send(undefined);
    },
  );
}

/** `POST /v1/endentity/edit`: makes an end entity what the body says; it keeps its password where none is given. */
export function editEndEntity({ app, deps, operation, administrator }: OperationScope): void {
  app.post(
    '/v1/endentity/edit',
    {
      ...operation('v1.endentity.edit', { level: 'admin', service: SERVICE, bigIntegers: true }),
      schema: { summary: 'Edit an end entity', tags: ['v1/endentity'], body: EndEntityRecord, response: RESPONSE },
    },
    async (request, reply) => {
      const result = await deps.ra.editEndEntity.edit(administrator(request), readEndEntityRecord(request.body));
      if (result.outcome === 'pending-approval')
        return reply.code(202).send(pendingApprovalBody(result, 'edit', request));
      return reply.send(undefined);
    },
  );
}
