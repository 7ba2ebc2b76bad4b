import { Type } from 'typebox';
import type { OperationScope } from '../../operation-scope.ts';
import { CryptoTokenPath, errorResponses, NoBody } from '../../schemas.ts';

/** `PUT /v1/cryptotoken/{cryptotoken_name}/deactivate`: closes a token everywhere; again, when it is closed already. */
export function deactivateCryptoToken({ app, deps, operation, administrator }: OperationScope): void {
  // EJBCA answers with a sentence, and the documented interface with nothing.
  const tells = deps.compatibility === 'ejbca';
  app.put(
    '/v1/cryptotoken/:cryptotoken_name/deactivate',
    operation(
      'v1.cryptotoken.deactivate',
      'Deactivate a crypto token',
      { params: CryptoTokenPath, response: { 200: tells ? Message : NoBody, ...errorResponses(403, 422) } },
      {
        level: 'admin',
        service: 'REST Crypto Token Management',
        json: tells,
      },
    ),
    async (request, reply) => {
      const { cryptotoken_name: name } = request.params;
      const outcome = await deps.tokens.operateTokens.deactivate(administrator(request), name);
      return tells ? reply.send({ message: MESSAGES[outcome] }) : reply.send(undefined);
    },
  );
}

const MESSAGES = {
  deactivated: 'The crypto token was deactivated successfully.',
  reactivated: 'The crypto token was deactivated, and reactivated, since its activation is automatic.',
};

const Message = Type.Object({ message: Type.String() }, { title: 'CryptoTokenRestResponse' });
