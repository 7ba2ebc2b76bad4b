import { Type } from 'typebox';
import { isRelease, REVOCATION_REASONS, type RevocationReason } from '../../../../modules/ca/index.ts';
import { InvalidInputError } from '../../errors.ts';
import type { OperationScope } from '../../operation-scope.ts';
import { pendingApprovalBody } from '../../pending-approval.ts';
import { Absentable, EndEntityPath, errorResponses, NoBody, PendingApprovalBody } from '../../schemas.ts';

/** `PUT /v1/endentity/{endentity_name}/revoke`: revokes an end entity and its certificates, and removes it when that is asked for. */
export function revokeEndEntity({ app, deps, operation, administrator }: OperationScope): void {
  app.put(
    '/v1/endentity/:endentity_name/revoke',
    operation(
      'v1.endentity.revoke',
      'Revoke an end entity',
      {
        params: EndEntityPath,
        body: RevokeRequest,
        response: { 200: NoBody, 202: PendingApprovalBody, ...errorResponses(400, 403, 404, 409) },
      },
      { level: 'admin', service: 'REST End Entity Management' },
    ),
    async (request, reply) => {
      const { reason_code: code, delete: removes } = request.body;
      const reason = readReason(code);
      if (removes === true && isRelease(reason))
        throw new InvalidInputError(
          `Invalid delete: reason_code ${code} releases certificates from hold. Leave it out.`,
        );
      const { endentity_name: username } = request.params;
      const revocation = { reason, removes: removes ?? false };
      const result = await deps.ra.revokeEndEntity.revoke(administrator(request), username, revocation);
      if (result.outcome === 'pending-approval') return reply.code(202).send(pendingApprovalBody(result, request));
      return reply.send(undefined);
    },
  );
}

const RevokeRequest = Type.Object(
  {
    reason_code: Type.Integer({
      minimum: -(2 ** 31),
      maximum: 2 ** 31 - 1,
      description: 'RFC 5280 section 5.3.1; -1 and 8 release what is on hold.',
    }),
    delete: Absentable(Type.Boolean({ default: false, description: 'Removes the end entity, too.' })),
  },
  { title: 'EndEntityRevocationRestRequest' },
);

function readReason(code: number): RevocationReason {
  const found = Object.entries(REVOCATION_REASONS).find(([, number]) => number === code);
  if (found !== undefined) return found[0] as RevocationReason;
  throw new InvalidInputError(`Invalid reason_code ${code}: it must be one of RFC5280 section 5.3.1..`);
}
