/** `/cryptotokens/{name}`: what administrators see of crypto tokens in addition to their settings, and the test of a key. */
import { Type } from 'typebox';
import type { OperationScope } from '../operation-scope.ts';
import { errorResponses, NamePath, pageQuery } from '../schemas.ts';

/** `GET /cryptotokens/{name}`: whether a token is active. */
export function readCryptoToken({ app, deps, operation, administrator }: OperationScope): void {
  app.get(
    '/cryptotokens/:name',
    operation('cryptotokens.get', 'The state of a crypto token', {
      params: NamePath,
      response: { 200: Token, ...errorResponses(404) },
    }),
    async (request) => {
      const { autoActivation, ...token } = await deps.tokens.readTokens.status(
        administrator(request),
        request.params.name,
      );
      return { ...token, auto_activation: autoActivation };
    },
  );
}

/** `GET /cryptotokens/{name}/keys`: the key pairs of a token, page by page. */
export function listKeyPairs({ app, deps, operation, administrator }: OperationScope): void {
  app.get(
    '/cryptotokens/:name/keys',
    operation('cryptotokens.keys', 'The key pairs of a crypto token', {
      params: NamePath,
      querystring: pageQuery({ maxLength: 1024, description: 'The last alias of the page before.' }),
      response: { 200: KeyPairs, ...errorResponses(400, 404) },
    }),
    async (request) => {
      const { after = '', limit = 100 } = request.query;
      const keys = await deps.tokens.readTokens.keyPairs(administrator(request), request.params.name, { after, limit });
      return {
        keys: keys.map(({ keyUsage, publicKey, ...key }) => ({
          ...key,
          ...(keyUsage === undefined ? {} : { key_usage: keyUsage }),
          public_key: Buffer.from(publicKey).toString('base64'),
        })),
      };
    },
  );
}

/** `POST /cryptotokens/{name}/keys/{alias}/test`: uses a key and checks the outcome with its public key. */
export function testKeyPair({ app, deps, operation, administrator }: OperationScope): void {
  app.post(
    '/cryptotokens/:name/keys/:alias/test',
    operation('cryptotokens.keys.test', 'Test a key pair', {
      params: Type.Object({ ...NamePath.properties, alias: Type.String() }),
      response: { 200: Tested, ...errorResponses(404, 503) },
    }),
    async (request) => {
      const { name, alias } = request.params;
      await deps.tokens.readTokens.testKeyPair(administrator(request), name, alias);
      return { passed: true as const };
    },
  );
}

const Token = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    type: Type.String({ description: 'Such as SoftCryptoToken.' }),
    state: Type.Enum(['active', 'offline'], {
      type: 'string',
      description: 'On the host that was asked; active also when the next use will open the token.',
    }),
    auto_activation: Type.Boolean({ description: 'Whether its code is stored, so that its use opens it.' }),
  },
  { title: 'CryptoToken' },
);

const KeyPairs = Type.Object(
  {
    keys: Type.Array(
      Type.Object(
        {
          alias: Type.String(),
          algorithm: Type.String(),
          specification: Type.String({ description: 'Bits of the modulus, the curve, or the algorithm again.' }),
          key_usage: Type.Optional(Type.Enum(['SIGN', 'ENCRYPT', 'SIGN_ENCRYPT'], { type: 'string' })),
          public_key: Type.String({ format: 'byte', description: 'Base64 of the DER SubjectPublicKeyInfo.' }),
        },
        { title: 'KeyPair' },
      ),
      { description: 'In the order of their aliases. As many as asked for: there may be more.' },
    ),
  },
  { title: 'KeyPairs' },
);

const Tested = Type.Object({ passed: Type.Literal(true) }, { title: 'KeyTest' });
