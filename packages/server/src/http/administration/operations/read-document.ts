import { targetOf } from '../answer-change.ts';
import { documentBody, entityTag } from '../document-bodies.ts';
import type { OperationScope } from '../operation-scope.ts';
import { DocumentBody, DocumentPath, errorResponses, NamespaceQuery } from '../schemas.ts';

/** `GET /documents/{type}/{name}`: a document, its version in `ETag`. */
export function readDocument({ app, deps, operation, administrator }: OperationScope): void {
  app.get(
    '/documents/:type/:name',
    operation('documents.get', 'A document', {
      params: DocumentPath,
      querystring: NamespaceQuery,
      response: { 200: DocumentBody, ...errorResponses(400, 404) },
    }),
    async (request, reply) => {
      const presented = await deps.administration.readDocuments.get(administrator(request), targetOf(request));
      void reply.header('etag', entityTag(presented.document));
      return documentBody(presented);
    },
  );
}
