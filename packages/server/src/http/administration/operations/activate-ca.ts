import { Type } from 'typebox';
import { Ca, caBody } from '../ca-body.ts';
import type { OperationScope } from '../operation-scope.ts';
import { errorResponses, NamePath } from '../schemas.ts';

/** `POST /cas/{name}/activate`: lets a CA sign again; 202 when others have to approve that first. */
export function activateCa({ app, deps, operation, administrator }: OperationScope): void {
  app.post(
    '/cas/:name/activate',
    operation('cas.activate', 'Let a CA sign again', {
      params: NamePath,
      body: Type.Object({}, { additionalProperties: false, title: 'NoMembers' }),
      response: { 200: Ca, 202: Pending, ...errorResponses(400, 404, 409, 422, 503) },
    }),
    async (request, reply) => {
      const { name } = request.params;
      const pending = await deps.ca.caActivation.activate(administrator(request), name);
      if (pending !== undefined) return reply.code(202).send({ request_id: pending.requestId, info_message: INFO });
      return reply.send(caBody(await deps.ca.readCa.describe(name)));
    },
  );
}

const INFO = 'CA activation has been sent for approval by authorized administrators.';

const Pending = Type.Object(
  {
    request_id: Type.Integer({ description: 'Of the request in v1/approval of the CA REST interface.' }),
    info_message: Type.String(),
  },
  { title: 'PendingApproval' },
);
