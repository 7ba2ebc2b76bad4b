import { Type } from 'typebox';
import { Pem } from '../ca-body.ts';
import type { OperationScope } from '../operation-scope.ts';
import { errorResponses } from '../schemas.ts';

/** `POST /configuration/secrets`: what an export of the configuration leaves out, encrypted. */
export function exportSecrets({ app, deps, operation, administrator }: OperationScope): void {
  app.post(
    '/configuration/secrets',
    operation(
      'configuration.secrets',
      'The secrets of the configuration, encrypted for a certificate',
      {
        description:
          'CMS AuthEnvelopedData (RFC 5083) around a dump in JSON of the items that hold secrets. It takes the right `/configuration_secrets/`, and each export is recorded.',
        body: SecretsExport,
        response: {
          200: {
            description: 'DER.',
            content: { 'application/cms': { schema: Type.Unsafe<Buffer>({ type: 'string', format: 'binary' }) } },
          },
          ...errorResponses(400),
        },
      },
      { multilineMembers: ['certificate'], produces: 'application/cms' },
    ),
    async (request, reply) => {
      const { certificate, include = [], exclude = [], extensions = false } = request.body;
      const { envelope } = await deps.configdump.exportSecrets.export(administrator(request), certificate, {
        include,
        exclude,
        extensions,
      });
      return reply.type('application/cms').send(Buffer.from(envelope));
    },
  );
}

const items = (description: string) =>
  Type.Optional(Type.Array(Type.String({ maxLength: 1024 }), { description, maxItems: 1000, uniqueItems: true }));

const SecretsExport = Type.Object(
  {
    certificate: Pem,
    include: items('Items whose secrets are exported: `CA`, `CRYPTOTOKEN:Root*`.'),
    exclude: items('Items to leave out.'),
    extensions: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Exports secrets of types that the specification of the dump does not have, such as workers, too.',
      }),
    ),
  },
  { additionalProperties: false, title: 'SecretsExport' },
);
