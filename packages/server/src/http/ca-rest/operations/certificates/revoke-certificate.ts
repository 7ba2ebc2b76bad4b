import { Type } from 'typebox';
import type { OperationScope } from '../../operation-scope.ts';
import { pendingApprovalBody } from '../../pending-approval.ts';
import { readDate, readReason, readSerialNumber, requireHexSerial } from '../../revocation-checks.ts';
import { revocationBody } from './revocation-status.ts';
import { CertificatePath, errorResponses, PendingApprovalBody, RevocationBody } from '../../schemas.ts';

/**
 * `PUT /v1/certificate/{issuer_dn}/{certificate_serial_number}/revoke`: revokes, changes a revocation, or reactivates.
 *
 * The steps stand in the order of their answers; what depends on the certificate's state is checked by the use case.
 */
export function revokeCertificate({ app, deps, operation, administrator }: OperationScope): void {
  app.put(
    '/v1/certificate/:issuer_dn/:certificate_serial_number/revoke',
    operation(
      'v1.certificate.revoke',
      'Revoke a certificate',
      {
        params: CertificatePath,
        querystring: RevokeQuery,
        response: {
          200: RevocationBody,
          202: PendingApprovalBody,
          ...errorResponses(400, 403, 404, 409, 422),
        },
      },
      { level: 'admin', service: 'REST Certificate Management' },
    ),
    async (request, reply) => {
      const { issuer_dn: issuerDn, certificate_serial_number: serialNumber } = request.params;
      requireHexSerial(serialNumber);
      const reason = readReason(request.query.reason);
      const date = readDate('date', request.query.date, deps.clock);
      const invalidityDate = readDate('invalidity_date', request.query.invalidity_date, deps.clock);
      const result = await deps.ca.revokeCertificate.revoke(
        administrator(request),
        { issuerDn, serialNumber: readSerialNumber(serialNumber) },
        { reason, date, invalidityDate },
      );
      if (result.outcome === 'pending-approval') return reply.code(202).send(pendingApprovalBody(result, request));
      const body = revocationBody(request.params, result.state);
      return reply.send({ ...body, message: body.revoked ? 'Successfully revoked' : 'Successfully reactivated' });
    },
  );
}

const RevokeQuery = Type.Object({
  reason: Type.Optional(
    Type.String({ description: 'The name of a revocation reason, such as KEY_COMPROMISE. Letter case matters.' }),
  ),
  date: Type.Optional(Type.String({ description: 'When it was revoked: ISO 8601 with offset, not in the future.' })),
  invalidity_date: Type.Optional(
    Type.String({ description: 'Since when it is not to be trusted: ISO 8601 with offset, not in the future.' }),
  ),
});
