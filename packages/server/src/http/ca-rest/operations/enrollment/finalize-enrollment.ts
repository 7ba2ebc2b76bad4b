import { formatPem } from '@sealwright/pki';
import { Type } from 'typebox';
import { encodeBase64 } from '../../base64.ts';
import { answerDryRun, dryRunSchema } from '../../dry-run.ts';
import { KEYSTORE_FORMATS, keystoreBody, warnOfJks } from '../../keystore-response.ts';
import { Password } from '../../enrollment-request.ts';
import type { OperationScope } from '../../operation-scope.ts';
import { Absentable, errorResponses, PendingApprovalBody } from '../../schemas.ts';
import { formatSerialNumber } from '../../serial-number.ts';

/** `POST /v1/certificate/{request_id}/finalize`: issues the certificate of an enrollment that others have approved, or makes its keystore. */
export function finalizeEnrollment({ app, deps, operation, administrator }: OperationScope): void {
  app.post(
    '/v1/certificate/:request_id/finalize',
    operation(
      'v1.certificate.finalize',
      'Finish an enrollment that was approved',
      {
        description:
          'An enrollment with a certificate request gives the certificate, as DER or PEM. Another one gives a keystore with a key that the server generates, in the format that is asked for, under the password of the end entity. A JKS comes with the header `Warning`: the format protects its key badly.',
        params: Type.Object({ request_id: Type.Integer({ description: 'As the answer 202 has it.' }) }),
        body: FinalizeRequest,
        ...dryRunSchema(),
        response: {
          201: FinalizedBody,
          202: PendingApprovalBody,
          ...errorResponses(400, 403, 404, 409, 422, 429, 503),
        },
      },
      { level: 'admin', service: 'REST Certificate Management' },
    ),
    async (request, reply) => {
      const { request_id: requestId } = request.params;
      const { response_format: format, password, key_alg: algorithm, key_spec: specification } = request.body;
      const { finalizeEnrollment: useCase } = deps.ra;
      const key = { algorithm: algorithm ?? undefined, specification: specification ?? undefined };
      const finalization = { format, password, key };
      const result =
        request.query.dryRun === true
          ? await useCase.dryRun(administrator(request), requestId, finalization)
          : await useCase.finalize(administrator(request), requestId, finalization);
      if (result.outcome === 'pending-approval') {
        const info = `Request with Id '${requestId}' is still waiting for approval`;
        return reply.code(202).send({ status_code: 202, info_message: info, request_id: requestId });
      }
      if (result.outcome === 'dry-run') return answerDryRun(reply, result, request);
      if ('keystore' in result) {
        warnOfJks(reply, result);
        return reply.code(201).send(keystoreBody(result));
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
    response_format: Type.String({
      maxLength: 64,
      description:
        'DER or PEM for the key of a certificate request; P12, JKS, BCFKS or PEM for one that the server generates. In any letter case.',
    }),
    password: Password('That of the end entity, which protects a keystore as well.'),
    key_alg: Absentable(
      Type.String({
        maxLength: 64,
        description: 'With key_spec, instead of the key of the end entity: RSA, EC, Ed25519, ML-DSA-65 and others.',
      }),
    ),
    key_spec: Absentable(
      Type.String({ maxLength: 64, description: 'The size in bits, the curve, or the algorithm again.' }),
    ),
  },
  { title: 'FinalizeRestRequest' },
);

const FinalizedBody = Type.Object(
  {
    certificate: Type.String({
      format: 'byte',
      description: 'Base64 of the DER, of the PEM text, or of the keystore.',
    }),
    serial_number: Type.String({ description: 'Upper-case hex.' }),
    response_format: Type.Enum(['DER', 'PEM', ...KEYSTORE_FORMATS], { type: 'string' }),
  },
  { title: 'CertificateRestResponse' },
);
