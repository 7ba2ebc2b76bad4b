import { answerChange, expectedVersionOf, targetOf } from '../answer-change.ts';
import type { OperationScope } from '../operation-scope.ts';
import { ChangeBody, ChangeQuery, DocumentPath, errorResponses, IfMatch } from '../schemas.ts';

/** `DELETE /documents/{type}/{name}`: removes a document that nothing uses. */
export function removeDocument(scope: OperationScope): void {
  scope.app.delete(
    '/documents/:type/:name',
    scope.operation('documents.remove', 'Remove a document', {
      params: DocumentPath,
      querystring: ChangeQuery,
      headers: IfMatch,
      response: { 200: ChangeBody, ...errorResponses(400, 404, 409, 412) },
    }),
    async (request, reply) => {
      const expectedVersion = expectedVersionOf(request.headers, undefined);
      return answerChange(scope, request, reply, { kind: 'remove', ...targetOf(request), expectedVersion });
    },
  );
}
