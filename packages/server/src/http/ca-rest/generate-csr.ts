import { formatPem } from '@sealwright/pki';
import { Type } from 'typebox';
import type { OperationScope } from './operation-scope.ts';
import { errorResponses, IssuerPath } from './schemas.ts';

/** `PUT /v1/ca/{issuer_dn}/generatecsr`: a certification request of a CA, as a file. */
export function generateCsr<A>({ app, deps, operation, administrator }: OperationScope<A>): void {
  app.put(
    '/v1/ca/:issuer_dn/generatecsr',
    {
      ...operation('v1.ca.generatecsr', {
        level: 'admin',
        service: 'REST Certificate Management',
        json: false,
        multilineMembers: ['certificate_chain'],
      }),
      schema: {
        summary: 'Certification request of a CA',
        tags: ['v1/ca'],
        params: IssuerPath,
        body: GenerateCsr,
        response: {
          200: {
            description: 'The request as a file, PEM or DER.',
            content: {
              'application/octet-stream': { schema: Type.Unsafe<Buffer>({ type: 'string', format: 'binary' }) },
            },
          },
          ...errorResponses(400, 403),
        },
      },
    },
    async (request, reply) => {
      const { key_pair: keyPair, certificate_chain: chain, response_format: format } = request.body;
      const der = await deps.services.generateCsr(administrator(request), request.params.issuer_dn, {
        // The words of the interface: any other is an alias.
        keyAlias: keyPair === GENERATE_NEW ? undefined : keyPair,
        certificateChain: chain ?? [],
      });
      const pem = format === 'PEM';
      void reply
        .header('content-disposition', `attachment; filename="certificate-request.${pem ? 'pem' : 'der'}"`)
        .type('application/octet-stream');
      return reply.send(Buffer.from(pem ? formatPem('CERTIFICATE REQUEST', der) : der));
    },
  );
}

const GENERATE_NEW = 'GENERATE_NEW';

const GenerateCsr = Type.Object(
  {
    key_pair: Type.String({
      minLength: 1,
      maxLength: 255,
      description: "An alias of the CA's crypto token, or `GENERATE_NEW` for a new key like the present one.",
    }),
    certificate_chain: Type.Optional(
      Type.Union([Type.Array(Type.String({ maxLength: 65_536 }), { maxItems: 10 }), Type.Null()], {
        description: 'PEM certificates above the one to come.',
      }),
    ),
    response_format: Type.Optional(
      Type.Union([Type.Literal('DER'), Type.Literal('PEM')], { default: 'DER', description: '`DER` unless given.' }),
    ),
  },
  { title: 'GenerateCsrCaRequest' },
);
