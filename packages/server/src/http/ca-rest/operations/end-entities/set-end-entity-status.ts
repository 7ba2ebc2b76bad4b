import { Type } from 'typebox';
import { END_ENTITY_STATUS, type NewStatus, TOKEN_TYPE } from '../../../../modules/ra/index.ts';
import { InvalidInputError } from '../../errors.ts';
import type { OperationScope } from '../../operation-scope.ts';
import { sendGenerated } from '../../generated-credentials.ts';
import { IfMatch, versionToMatch } from '../../if-match.ts';
import { pendingApprovalBody } from '../../pending-approval.ts';
import {
  Absentable,
  EndEntityPath,
  errorResponses,
  GeneratedCredentialsBody,
  PendingApprovalBody,
} from '../../schemas.ts';

/** `POST /v1/endentity/{endentity_name}/setstatus`: sets status and token of an end entity, and its password. 304 when nothing changes. */
export function setEndEntityStatus({ app, deps, operation, administrator }: OperationScope): void {
  app.post(
    '/v1/endentity/:endentity_name/setstatus',
    operation(
      'v1.endentity.setstatus',
      'Set the status of an end entity',
      {
        params: EndEntityPath,
        headers: IfMatch,
        body: SetStatusRequest,
        response: {
          200: GeneratedCredentialsBody,
          202: PendingApprovalBody,
          304: Type.Unsafe<undefined>({ type: 'null', description: 'It is so already.' }),
          ...errorResponses(400, 403, 404, 409, 412, 422),
        },
      },
      { level: 'admin', service: 'REST End Entity Management' },
    ),
    async (request, reply) => {
      const { token, status, password } = request.body;
      const given: NewStatus = {
        token: known('token', token, TOKEN_TYPE),
        status: known('status', status, END_ENTITY_STATUS),
        password: password ?? undefined,
      };
      const { endentity_name: username } = request.params;
      const version = versionToMatch(request.headers['if-match']);
      const result = await deps.ra.setEndEntityStatus.set(administrator(request), username, given, version);
      if (result.outcome === 'pending-approval') return reply.code(202).send(pendingApprovalBody(result, request));
      if (result.outcome === 'unchanged') return reply.code(304).send(undefined);
      return sendGenerated(reply, result);
    },
  );
}

const SetStatusRequest = Type.Object(
  {
    password: Absentable(
      Type.String({
        maxLength: 1024,
        format: 'password',
        description: 'Not given: it stays. It is kept while the end entity can come to enroll, or to collect a key.',
      }),
    ),
    token: Absentable(Type.String({ maxLength: 64, description: `Required: ${Object.keys(TOKEN_TYPE).join(', ')}.` })),
    status: Absentable(
      Type.String({
        maxLength: 64,
        description: `Required: ${Object.keys(END_ENTITY_STATUS).join(', ')}. NEW gives it its requests and login attempts again.`,
      }),
    ),
  },
  { title: 'SetEndEntityStatusRestRequest' },
);

function known<Words extends object>(
  member: 'status' | 'token',
  text: string | null | undefined,
  words: Words,
): keyof Words {
  if (text === null || text === undefined || text === '')
    throw new InvalidInputError(`Invalid SetEndEntityStatusRestRequest content, ${member} is missing.`);
  if (Object.hasOwn(words, text)) return text as keyof Words;
  throw new InvalidInputError(`Invalid SetEndEntityStatusRestRequest content, unrecognized ${member}.`);
}
