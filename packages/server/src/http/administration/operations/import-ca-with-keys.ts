import { Type } from 'typebox';
import type { CaSource } from '../../../modules/ca/index.ts';
import { Ca, caBody, Pem } from '../ca-body.ts';
import type { OperationScope } from '../operation-scope.ts';
import { errorResponses, NamePath, Settings } from '../schemas.ts';

/** `POST /cas/{name}/import-keys`: a CA that has issued elsewhere until now. */
export function importCaWithKeys({ app, deps, operation, administrator }: OperationScope): void {
  app.post(
    '/cas/:name/import-keys',
    {
      ...operation(
        'cas.import-keys',
        'Make a CA of its key and certificates from elsewhere',
        { params: NamePath, body: CaImport, response: { 201: Ca, ...errorResponses(400, 404, 409, 413, 422, 503) } },
        { multilineMembers: ['settings', 'source'] },
      ),
      bodyLimit: KEYSTORE_LIMIT_OCTETS,
    },
    async (request, reply) => {
      const { name } = request.params;
      const { body } = request;
      await deps.ca.importCaWithKeys.import(administrator(request), name, body.settings, sourceOf(body));
      return reply.code(201).send(caBody(await deps.ca.readCa.describe(name)));
    },
  );
}

function sourceOf({ source }: Type.Static<typeof CaImport>): CaSource {
  if (!('keystore' in source)) return { kind: 'certificates', ...source };
  const { keystore, ...rest } = source;
  return { kind: 'keystore', octets: Buffer.from(keystore, 'base64'), ...rest };
}

/** A keystore of 1 MiB in base64, and settings. */
const KEYSTORE_LIMIT_OCTETS = 2 * 1024 * 1024;
const CaImport = Type.Object(
  {
    settings: Settings,
    source: Type.Union(
      [
        Type.Object(
          {
            keystore: Type.String({
              maxLength: 1_398_104,
              pattern: '^[A-Za-z0-9+/]+={0,2}$',
              description: 'PKCS#12 in base64: the private key, its certificate, and those above it.',
            }),
            password: Type.String({ maxLength: 1024 }),
            certificates: Type.Optional(
              Type.Array(Pem, {
                minItems: 1,
                maxItems: 10,
                description: 'Instead of those in the keystore, which holds no card verifiable certificates.',
              }),
            ),
          },
          { additionalProperties: false, title: 'CaKeystore' },
        ),
        Type.Object(
          {
            certificates: Type.Array(Pem, { minItems: 1, maxItems: 10 }),
          },
          { additionalProperties: false, title: 'CertificatesOfKeyInToken' },
        ),
      ],
      { description: 'The certificates alone are for a key that is in the crypto token already, under `certSignKey`.' },
    ),
  },
  { additionalProperties: false, title: 'CaImport' },
);
