import { formatPem } from '@sealwright/pki';
import { Type } from 'typebox';
import { encodeBase64 } from '../base64.ts';
import type { OperationScope } from '../operation-scope.ts';
import { Absentable, errorResponses, PendingApprovalBody } from '../schemas.ts';
import { formatSerialNumber } from '../serial-number.ts';

/** `POST /v1/certificate/{request_id}/finalize`: issues the certificate of an enrollment that others have approved. */
export function finalizeEnrollment({ app, deps, operation, administrator }: OperationScope): void {
  app.post(
    '/v1/certificate/:request_id/finalize',
    {
      ...operation('v1.certificate.finalize', { level: 'admin', service: 'REST Certificate Management' }),
      schema: {
        summary: 'Finish an enrollment that was approved',
        tags: ['v1/certificate'],
        params: Type.Object({ request_id: Type.Integer({ description: 'As the answer 202 has it.' }) }),
        body: FinalizeRequest,
        response: {
          201: FinalizedBody,
          202: PendingApprovalBody,
          ...errorResponses(400, 403, 404, 409, 422, 429, 503),
        },
      },
    },
    async (request, reply) => {
      const { request_id: requestId } = request.params;
      const { response_format: format, password } = request.body;
      const { finalizeEnrollment: useCase } = deps.ra;
      const result = await useCase.finalize(administrator(request), requestId, { format, password });
      if (result.outcome === 'pending-approval') {
        const info = `Request with Id '${requestId}' is still waiting for approval`;
        return reply.code(202).send({ status_code: 202, info_message: info, request_id: requestId });
      }
      const { der, serialNumber } = result.certificate;
      return reply.code(201).send({
        certificate: result.format === 'DER' ? encodeBase64(der) : pemText(der),
        serial_number: formatSerialNumber(serialNumber),
        response_format: result.format,
      });
    },
  );
}

function pemText(certificate: Uint8Array): string {
  return Buffer.from(formatPem('CERTIFICATE', certificate), 'ascii').toString('base64');
}

const FinalizeRequest = Type.Object(
  {
    response_format: Type.String({ maxLength: 64, description: 'DER or PEM, in any letter case.' }),
    password: Type.String({ maxLength: 1024, format: 'password', description: 'That of the enrollment.' }),
    key_alg: Absentable(Type.String({ maxLength: 64, description: 'Of keys that the server makes: ignored.' })),
    key_spec: Absentable(Type.String({ maxLength: 64, description: 'Likewise.' })),
  },
  { title: 'FinalizeRestRequest' },
);

const FinalizedBody = Type.Object(
  {
    certificate: Type.String({ format: 'byte', description: 'Base64 of the DER, or of the PEM text.' }),
    serial_number: Type.String({ description: 'Upper-case hex.' }),
    response_format: Type.Enum(['DER', 'PEM'], { type: 'string' }),
  },
  { title: 'CertificateRestResponse' },
);
