import { Type } from 'typebox';
import type { OperationScope } from '../../operation-scope.ts';
import { Absentable, CryptoTokenPath, errorResponses, NoBody } from '../../schemas.ts';

/** `POST /v1/cryptotoken/{cryptotoken_name}/generatekeys`: makes a key pair in a token. */
export function generateKeys({ app, deps, operation, administrator }: OperationScope): void {
  // As EJBCA's newest code has it. The type says 200 for both.
  const success = (deps.compatibility === 'ejbca' ? 201 : 200) as 200;
  app.post(
    '/v1/cryptotoken/:cryptotoken_name/generatekeys',
    operation(
      'v1.cryptotoken.generatekeys',
      'Make a key pair',
      {
        params: CryptoTokenPath,
        body: KeyGenerationRequest,
        response: { [success]: NoBody, ...errorResponses(403, 422, 503) },
      },
      {
        level: 'admin',
        service: 'REST Crypto Token Management',
        json: false,
      },
    ),
    async (request, reply) => {
      const { key_pair_alias: alias, key_alg: algorithm, key_spec: specification, key_usage: usage } = request.body;
      await deps.tokens.operateTokens.generateKeyPair(administrator(request), request.params.cryptotoken_name, {
        alias,
        algorithm,
        specification: specification ?? '',
        keyUsage: usage ?? undefined,
      });
      return reply.code(success).send(undefined);
    },
  );
}

const KeyGenerationRequest = Type.Object(
  {
    key_pair_alias: Type.String({ maxLength: 1024 }),
    key_alg: Type.String({
      maxLength: 64,
      description: 'RSA, EC, Ed25519, Ed448, ML-DSA, ML-DSA-65, SLH-DSA, ML-KEM, ...',
    }),
    key_spec: Absentable(
      Type.String({
        maxLength: 64,
        description:
          'Bits of an RSA modulus, the name of a curve, or the member of a family such as ML-DSA-65. Not given or empty for an algorithm that has none, such as Ed25519.',
      }),
    ),
    key_usage: Absentable(Type.Enum(['SIGN', 'ENCRYPT', 'SIGN_ENCRYPT'], { type: 'string' })),
  },
  { title: 'CryptoTokenKeyGenerationRestRequest' },
);
