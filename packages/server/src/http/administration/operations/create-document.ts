import { Type } from 'typebox';
import { answerChange, targetOf } from '../answer-change.ts';
import type { OperationScope } from '../operation-scope.ts';
import { ChangeBody, ChangeQuery, DocumentPath, errorResponses, Settings } from '../schemas.ts';

/** `POST /documents/{type}/{name}`: makes a document; what its settings leave out gets its default. */
export function createDocument(scope: OperationScope): void {
  scope.app.post(
    '/documents/:type/:name',
    {
      ...scope.operation(
        'documents.create',
        'Make a document',
        {
          params: DocumentPath,
          querystring: ChangeQuery,
          body: Type.Object({ settings: Settings }, { additionalProperties: false, title: 'NewDocument' }),
          response: { 200: ChangeBody, 201: ChangeBody, ...errorResponses(400, 404, 409, 413, 422) },
        },
        { multilineMembers: ['settings'] },
      ),
      bodyLimit: DOCUMENT_LIMIT_OCTETS,
    },
    async (request, reply) => {
      const { settings } = request.body;
      const body = await answerChange(scope, request, reply, { kind: 'create', ...targetOf(request), settings });
      return reply.code(body.document === undefined ? 200 : 201).send(body);
    },
  );
}

/** A document of a million characters, none of them ASCII. */
export const DOCUMENT_LIMIT_OCTETS = 4 * 1024 * 1024;
