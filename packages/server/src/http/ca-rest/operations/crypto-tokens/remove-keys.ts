import { Type } from 'typebox';
import type { OperationScope } from '../../operation-scope.ts';
import { CryptoTokenPath, errorResponses, NoBody } from '../../schemas.ts';

/** `POST /v1/cryptotoken/{cryptotoken_name}/{key_pair_alias}/removekeys`: removes a key pair for good, unless a CA uses it. */
export function removeKeys({ app, deps, operation, administrator }: OperationScope): void {
  app.post(
    '/v1/cryptotoken/:cryptotoken_name/:key_pair_alias/removekeys',
    operation(
      'v1.cryptotoken.removekeys',
      'Remove a key pair',
      {
        params: Type.Object({ ...CryptoTokenPath.properties, key_pair_alias: Type.String() }),
        response: { 200: NoBody, ...errorResponses(403, 422) },
      },
      {
        level: 'admin',
        service: 'REST Crypto Token Management',
        json: false,
      },
    ),
    async (request, reply) => {
      const { cryptotoken_name: name, key_pair_alias: alias } = request.params;
      await deps.tokens.operateTokens.removeKeyPair(administrator(request), name, alias);
      return reply.send(undefined);
    },
  );
}
