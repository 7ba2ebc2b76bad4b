import { Type } from 'typebox';
import { answerChange, expectedVersionOf, targetOf } from '../answer-change.ts';
import type { OperationScope } from '../operation-scope.ts';
import { ChangeBody, ChangeQuery, DocumentPath, errorResponses, ExpectedVersion, IfMatch } from '../schemas.ts';

/** `POST /documents/{type}/{name}/rename`: gives a document another name. Those that refer to it still do. */
export function renameDocument(scope: OperationScope): void {
  scope.app.post(
    '/documents/:type/:name/rename',
    scope.operation('documents.rename', 'Rename a document', {
      params: DocumentPath,
      querystring: ChangeQuery,
      headers: IfMatch,
      body: Rename,
      response: { 200: ChangeBody, ...errorResponses(400, 404, 409, 412) },
    }),
    async (request, reply) => {
      const { new_name: newName, new_namespace: newNamespace, version } = request.body;
      const expectedVersion = expectedVersionOf(request.headers, version);
      const change = { kind: 'rename', ...targetOf(request), newName, newNamespace, expectedVersion } as const;
      return answerChange(scope, request, reply, change);
    },
  );
}

const Rename = Type.Object(
  {
    new_name: Type.String({ maxLength: 255 }),
    new_namespace: Type.Optional(Type.String({ maxLength: 255, description: 'The present one unless given.' })),
    version: ExpectedVersion,
  },
  { additionalProperties: false, title: 'Rename' },
);
