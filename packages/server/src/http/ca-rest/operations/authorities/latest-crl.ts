import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { encodeBase64 } from '../../base64.ts';
import type { OperationScope } from '../../operation-scope.ts';
import { errorResponses, IssuerPath } from '../../schemas.ts';

/** `GET /v1/ca/{issuer_dn}/getLatestCrl`: the newest CRL, or null when there is none or no such CA. */
export function latestCrl({ app, deps, operation, administrator }: OperationScope): void {
  app.get(
    '/v1/ca/:issuer_dn/getLatestCrl',
    operation(
      'v1.ca.getLatestCrl',
      'The newest CRL',
      {
        params: IssuerPath,
        querystring: Type.Object({
          deltaCrl: Type.Optional(Type.Boolean({ default: false })),
          crlPartitionIndex: Type.Optional(Type.Integer({ default: 0, description: '0 is the main CRL.' })),
        }),
        response: { 200: LatestCrl, ...errorResponses(400, 403) },
      },
      { level: 'any', service: 'REST Certificate Management' },
    ),
    async (request, reply) => {
      const { deltaCrl: delta = false, crlPartitionIndex: partition = 0 } = request.query;
      const { issuer_dn: issuerDn } = request.params;
      const kind = delta ? 'delta' : 'base';
      const crl = await deps.ca.readAuthorities.latestCrl(administrator(request), issuerDn, { kind, partition });
      if (crl === undefined) return { crl: null, response_format: 'DER' as const };
      // One text of 50 MB would hold up everybody else.
      const length = BEFORE.length + Math.ceil(crl.octets / 3) * 4 + AFTER.length;
      void reply.type('application/json').header('content-length', length);
      return reply.send(Readable.from(answer(deps.ca.crls.read(crl))) as never);
    },
  );
}

async function* answer(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string, undefined> {
  yield BEFORE;
  // The lengths of all but the last are multiples of 3.
  for await (const piece of pieces) yield encodeBase64(piece);
  yield AFTER;
}

const BEFORE = '{"crl":"';
const AFTER = '","response_format":"DER"}';

const LatestCrl = Type.Object(
  {
    crl: Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'byte', description: 'Base64 of the DER.' }),
    response_format: Type.Literal('DER'),
  },
  { title: 'CrlRestResponse' },
);
