import { Type } from 'typebox';
import { installJsonParserForAnyType } from '../../../bodies/index.ts';
import type { OperationScope } from '../../operation-scope.ts';
import { CryptoTokenPath, errorResponses, NoBody } from '../../schemas.ts';

/** `PUT /v1/cryptotoken/{cryptotoken_name}/activate`: opens a token with its activation code; again, when it is open already. */
export function activateCryptoToken({ app, deps, operation, administrator }: OperationScope): void {
  void app.register(async (scope) => {
    // Clients send the JSON under any media type.
    installJsonParserForAnyType(scope);
    scope.put(
      '/v1/cryptotoken/:cryptotoken_name/activate',
      operation(
        'v1.cryptotoken.activate',
        'Activate a crypto token',
        {
          consumes: ['*/*'],
          params: CryptoTokenPath,
          body: ActivationRequest,
          response: { 200: NoBody, ...errorResponses(403, 422, 429) },
        },
        {
          level: 'admin',
          service: 'REST Crypto Token Management',
          json: false,
        },
      ),
      async (request, reply) => {
        const { cryptotoken_name: name } = request.params as { readonly cryptotoken_name: string };
        const { activation_code: code } = request.body as { readonly activation_code: string };
        await deps.tokens.operateTokens.activate(administrator(request), name, code);
        return reply.send(undefined);
      },
    );
  });
}

const ActivationRequest = Type.Object(
  { activation_code: Type.String({ maxLength: 4096, format: 'password' }) },
  { title: 'CryptoTokenActivationRestRequest' },
);
