import { Type } from 'typebox';
import { answerChange, expectedVersionOf, targetOf } from '../answer-change.ts';
import { DOCUMENT_LIMIT_OCTETS } from './create-document.ts';
import type { OperationScope } from '../operation-scope.ts';
import {
  ChangeBody,
  ChangeQuery,
  DocumentPath,
  errorResponses,
  ExpectedVersion,
  IfMatch,
  Settings,
} from '../schemas.ts';

/** `PUT /documents/{type}/{name}`: replaces all settings of a document. */
export function changeDocument(scope: OperationScope): void {
  scope.app.put(
    '/documents/:type/:name',
    {
      ...scope.operation(
        'documents.change',
        'Replace the settings of a document',
        {
          params: DocumentPath,
          querystring: ChangeQuery,
          headers: IfMatch,
          body: Type.Object(
            { settings: Settings, version: ExpectedVersion },
            { additionalProperties: false, title: 'ChangedDocument' },
          ),
          response: { 200: ChangeBody, ...errorResponses(400, 404, 409, 412, 413, 422) },
        },
        { multilineMembers: ['settings'] },
      ),
      bodyLimit: DOCUMENT_LIMIT_OCTETS,
    },
    async (request, reply) => {
      const { settings, version } = request.body;
      const expectedVersion = expectedVersionOf(request.headers, version);
      return answerChange(scope, request, reply, { kind: 'change', ...targetOf(request), settings, expectedVersion });
    },
  );
}
