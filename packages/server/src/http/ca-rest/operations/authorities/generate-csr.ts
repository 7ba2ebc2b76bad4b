import { formatPem } from '@sealwright/pki';
import { Type } from 'typebox';
import { InvalidInputError } from '../../errors.ts';
import type { OperationScope } from '../../operation-scope.ts';
import { errorResponses, IssuerPath } from '../../schemas.ts';

/** `PUT /v1/ca/{issuer_dn}/generatecsr`: a certification request of a CA, as a file. */
export function generateCsr({ app, deps, operation, administrator }: OperationScope): void {
  app.put(
    '/v1/ca/:issuer_dn/generatecsr',
    operation(
      'v1.ca.generatecsr',
      'Certification request of a CA',
      {
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
      {
        level: 'admin',
        service: 'REST Certificate Management',
        json: false,
        multilineMembers: ['certificate_chain'],
      },
    ),
    async (request, reply) => {
      const { key_pair: keyPair, certificate_chain: chain, response_format: format } = request.body;
      const pem = isPem(format);
      const der = await deps.ca.requestCaCertificate.request(
        administrator(request),
        { subject: request.params.issuer_dn },
        // Any other word is an alias.
        { key: keyPair === GENERATE_NEW ? { kind: 'new' } : { kind: 'alias', alias: keyPair }, chain: chain ?? [] },
      );
      void reply
        .header('content-disposition', `attachment; filename="certificate-request.${pem ? 'pem' : 'der'}"`)
        .type('application/octet-stream');
      return reply.send(Buffer.from(pem ? formatPem('CERTIFICATE REQUEST', der) : der));
    },
  );
}

/** @throws {@link InvalidInputError} for a format that requests do not have */
function isPem(format = 'DER'): boolean {
  const upper = format.toUpperCase();
  if (upper === 'PEM' || upper === 'DER') return upper === 'PEM';
  throw new InvalidInputError('Invalid input. Response format can only be DER or PEM');
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
      Type.String({ maxLength: 64, default: 'DER', description: 'DER or PEM, in any letter case; DER unless given.' }),
    ),
  },
  { title: 'GenerateCsrCaRequest' },
);
