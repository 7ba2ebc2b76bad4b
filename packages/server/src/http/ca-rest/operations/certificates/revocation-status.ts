import type { RevocationState } from '../../../../modules/ca/index.ts';
import type { OperationScope } from '../../operation-scope.ts';
import { formatDateTime } from '../../date-times.ts';
import { readSerialNumber, requireHexSerial } from '../../revocation-checks.ts';
import { CertificatePath, errorResponses, RevocationBody } from '../../schemas.ts';

/** `GET /v1/certificate/{issuer_dn}/{certificate_serial_number}/revocationstatus`. */
export function revocationStatus({ app, deps, operation, administrator }: OperationScope): void {
  app.get(
    '/v1/certificate/:issuer_dn/:certificate_serial_number/revocationstatus',
    operation(
      'v1.certificate.revocationstatus',
      'Whether a certificate is revoked',
      { params: CertificatePath, response: { 200: RevocationBody, ...errorResponses(400, 403, 404) } },
      { level: 'admin', service: 'REST Certificate Management' },
    ),
    async (request) => {
      const { issuer_dn: issuerDn, certificate_serial_number: serialNumber } = request.params;
      requireHexSerial(serialNumber);
      const certificate = { issuerDn, serialNumber: readSerialNumber(serialNumber) };
      const state = await deps.ca.revokeCertificate.status(administrator(request), certificate);
      return revocationBody(request.params, state);
    },
  );
}

/** The answer to both operations; issuer and serial number as the path had them. */
export function revocationBody(
  path: { readonly issuer_dn: string; readonly certificate_serial_number: string },
  { reason, revokedAt, invalidity }: RevocationState,
): RevocationBody {
  return {
    issuer_dn: path.issuer_dn,
    serial_number: path.certificate_serial_number,
    revocation_reason: reason,
    ...(revokedAt === undefined ? {} : { revocation_date: formatDateTime(revokedAt) }),
    ...(invalidity === undefined ? {} : { invalidity_date: formatDateTime(invalidity) }),
    revoked: revokedAt !== undefined,
  };
}
