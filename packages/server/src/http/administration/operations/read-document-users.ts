import { Type } from 'typebox';
import { targetOf } from '../answer-change.ts';
import type { OperationScope } from '../operation-scope.ts';
import { DocumentPath, errorResponses, NamespaceQuery } from '../schemas.ts';

/** `GET /documents/{type}/{name}/users`: the users of a document, which cannot be removed while it has any. */
export function readDocumentUsers({ app, deps, operation, administrator }: OperationScope): void {
  app.get(
    '/documents/:type/:name/users',
    operation('documents.users', 'Who uses a document', {
      params: DocumentPath,
      querystring: NamespaceQuery,
      response: { 200: Users, ...errorResponses(400, 404) },
    }),
    async (request) => {
      const { readDocuments } = deps.administration;
      const { users, more } = await readDocuments.usersOf(administrator(request), targetOf(request));
      return { users: [...users], more };
    },
  );
}

const Users = Type.Object(
  {
    users: Type.Array(Type.String(), { description: "In words: `certificate profile 'Web Server'`." }),
    more: Type.Boolean({ description: 'Whether there are others besides.' }),
  },
  { title: 'DocumentUsers' },
);
