import type { OperationScope } from '../../operation-scope.ts';
import { EndEntityPath, errorResponses, NoBody } from '../../schemas.ts';

/** `DELETE /v1/endentity/{endentity_name}`: removes an end entity, whose certificates stay. 200 also when there is none. */
export function removeEndEntity({ app, deps, operation, administrator }: OperationScope): void {
  app.delete(
    '/v1/endentity/:endentity_name',
    operation(
      'v1.endentity.delete',
      'Remove an end entity',
      { params: EndEntityPath, response: { 200: NoBody, ...errorResponses(403, 409) } },
      { level: 'admin', service: 'REST End Entity Management' },
    ),
    async (request, reply) => {
      await deps.ra.removeEndEntity.remove(administrator(request), request.params.endentity_name);
      return reply.send(undefined);
    },
  );
}
