import type { OperationScope } from '../../operation-scope.ts';
import { pendingApprovalBody } from '../../pending-approval.ts';
import { readSerialNumber, requireHexSerial } from '../../revocation-checks.ts';
import { CertificatePath, errorResponses, NoBody, PendingApprovalBody } from '../../schemas.ts';

/**
 * `PUT /v2/certificate/{issuer_dn}/{certificate_serial_number}/keyrecover`: has the end entity of the certificate get the key that is kept
 * with its next keystore.
 */
export function recoverKey({ app, deps, operation, administrator }: OperationScope): void {
  app.put(
    '/v2/certificate/:issuer_dn/:certificate_serial_number/keyrecover',
    operation(
      'v2.certificate.keyrecover',
      'Recover the key of a certificate',
      {
        params: CertificatePath,
        response: { 200: NoBody, 202: PendingApprovalBody, ...errorResponses(400, 403, 404, 409) },
      },
      { level: 'any', service: 'REST Certificate Management V2' },
    ),
    async (request, reply) => {
      const { issuer_dn: issuerDn, certificate_serial_number: serialNumber } = request.params;
      requireHexSerial(serialNumber);
      const result = await deps.ra.recoverKey.recover(administrator(request), {
        issuerDn,
        serialNumber: readSerialNumber(serialNumber),
      });
      if (result.outcome === 'pending-approval') return reply.code(202).send(pendingApprovalBody(result, request));
      return reply.send(undefined);
    },
  );
}
