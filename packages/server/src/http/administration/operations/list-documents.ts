import { Type } from 'typebox';
import { headBody } from '../document-bodies.ts';
import type { OperationScope } from '../operation-scope.ts';
import { DocumentHeadBody, errorResponses, pageQuery, TypePath } from '../schemas.ts';

/** `GET /documents/{type}`: the documents of a type that the caller may see, page by page. */
export function listDocuments({ app, deps, operation, administrator }: OperationScope): void {
  app.get(
    '/documents/:type',
    operation('documents.list', 'Documents of a type', {
      params: TypePath,
      querystring: pageQuery({ maxLength: 4096, description: '`next` of the page before.' }),
      response: { 200: Documents, ...errorResponses(400, 404) },
    }),
    async (request) => {
      const { after = '', limit = 100 } = request.query;
      const page = { after: Buffer.from(after, 'base64url').toString(), limit };
      const { documents, next } = await deps.administration.readDocuments.list(
        administrator(request),
        request.params.type,
        page,
      );
      return {
        documents: documents.map(headBody),
        // A name may hold what a query must not.
        ...(next === undefined ? {} : { next: Buffer.from(next).toString('base64url') }),
      };
    },
  );
}

const Documents = Type.Object(
  {
    documents: Type.Array(DocumentHeadBody),
    next: Type.Optional(
      Type.String({ description: 'Given as `after`, begins the next page; left out on the last one.' }),
    ),
  },
  { title: 'Documents' },
);
