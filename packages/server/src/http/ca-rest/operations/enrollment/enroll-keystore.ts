import { Type } from 'typebox';
import { encodeBase64 } from '../../base64.ts';
import { answerDryRun, dryRunSchema } from '../../dry-run.ts';
import { keystoreBody, KEYSTORE_FORMATS, warnOfJks } from '../../keystore-response.ts';
import { issuedStatus, Name, Password } from '../../enrollment-request.ts';
import type { OperationScope } from '../../operation-scope.ts';
import { pendingApprovalBody } from '../../pending-approval.ts';
import { errorResponses, PendingApprovalBody } from '../../schemas.ts';

/** `POST /v1/certificate/enrollkeystore`: generates a key for an end entity and issues its certificate, in a keystore. */
export function enrollKeystore({ app, deps, operation, administrator }: OperationScope): void {
  const success = issuedStatus(deps.compatibility);
  app.post(
    '/v1/certificate/enrollkeystore',
    operation(
      'v1.certificate.enrollkeystore',
      'Enroll with a key that the server generates',
      {
        description:
          'The end entity exists, and its type of token is P12, BCFKS or JKS. The password of the end entity protects the keystore. A JKS comes with the header `Warning`: the format protects its key badly. Where others have to approve the end entity and have not, the answer is 202, and `finalize` gives the keystore.',
        body: KeystoreRequest,
        ...dryRunSchema(),
        response: {
          [success]: KeystoreBody,
          202: PendingApprovalBody,
          ...errorResponses(400, 403, 404, 409, 422, 429, 503),
        },
      },
      { level: 'admin', service: 'REST Certificate Management' },
    ),
    async (request, reply) => {
      const { username, password, key_alg: algorithm, key_spec: specification } = request.body;
      const order = { username, password, key: { algorithm, specification } };
      const { enrollKeystore: useCase } = deps.ra;
      if (request.query.dryRun === true)
        return answerDryRun(reply, await useCase.dryRun(administrator(request), order), request);
      const result = await useCase.enroll(administrator(request), order);
      if (result.outcome === 'pending-approval') return reply.code(202).send(pendingApprovalBody(result, request));
      warnOfJks(reply, result);
      return reply.code(success).send({ ...keystoreBody(result), certificate_chain: result.chain.map(encodeBase64) });
    },
  );
}

const KeystoreRequest = Type.Object(
  {
    username: Name,
    password: Password('Of the end entity.'),
    key_alg: Type.String({ maxLength: 64, description: 'RSA, EC, Ed25519, Ed448, ML-DSA-65 and others.' }),
    key_spec: Type.String({
      maxLength: 64,
      description: 'The size in bits or the curve. Empty, or the algorithm again, where it leaves no choice.',
    }),
  },
  { title: 'KeyStoreRestRequest' },
);

const KeystoreBody = Type.Object(
  {
    certificate: Type.String({ format: 'byte', description: 'Base64 of the keystore.' }),
    serial_number: Type.String({ description: 'Upper-case hex, of the certificate.' }),
    response_format: Type.Enum(KEYSTORE_FORMATS, { type: 'string' }),
    certificate_chain: Type.Array(Type.String({ format: 'byte' }), {
      description: 'Each CA certificate, the issuing CA first.',
    }),
  },
  { title: 'KeystoreEnrollmentRestResponse' },
);
