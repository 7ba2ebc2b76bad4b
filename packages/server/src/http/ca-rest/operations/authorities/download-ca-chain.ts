import { formatPem } from '@sealwright/pki';
import { Type } from 'typebox';
import { inOneLine } from '../../../../kernel/text/shortened.ts';
import type { ReadAuthorities } from '../../../../modules/ca/index.ts';
import type { OperationScope } from '../../operation-scope.ts';
import { errorResponses } from '../../schemas.ts';

/** `GET /v1/ca/{subject_dn}/certificate/download`: the CA's chain as PEM text, the CA first. */
export function downloadCaChain({ app, deps, operation, administrator }: OperationScope): void {
  app.get(
    '/v1/ca/:subject_dn/certificate/download',
    operation(
      'v1.ca.certificateDownload',
      "PEM file of a CA's certificate chain",
      {
        params: Type.Object({ subject_dn: Type.String({ description: 'Percent-encoded.' }) }),
        response: {
          200: {
            description: 'The chain, the CA first, the root last.',
            content: {
              'application/octet-stream': { schema: Type.Unsafe<Buffer>({ type: 'string', format: 'binary' }) },
            },
          },
          ...errorResponses(403, 404),
        },
      },
      {
        level: 'admin',
        service: 'REST Certificate Management',
        json: false,
      },
    ),
    async (request, reply) => {
      const { subject_dn: subjectDn } = request.params;
      const chain = await deps.ca.readAuthorities.chain(administrator(request), subjectDn);
      const name = chain[0]?.subject.toString() ?? subjectDn;
      void reply.header('content-disposition', attachment(`${name}.cacert.pem`)).type('application/octet-stream');
      // Octets, so that the schema's serializer makes no JSON text of them.
      return reply.send(Buffer.from(formatChain(chain), 'utf8'));
    },
  );
}

function formatChain(chain: Awaited<ReturnType<ReadAuthorities['chain']>>): string {
  return chain
    .map(
      ({ der, subject, issuer }) =>
        `Subject: ${inOneLine(subject.toString())}\nIssuer: ${inOneLine(issuer.toString())}\n${formatPem('CERTIFICATE', der)}`,
    )
    .join('');
}

/** RFC 6266: the plain parameter in ASCII, the exact name beside it when it needs more. */
function attachment(fileName: string): string {
  const ascii = fileName.replaceAll(/[^\x20-\x7e]|["\\/]/g, '_');
  const exact = ascii === fileName ? '' : `; filename*=UTF-8''${encodeRfc5987(fileName.toWellFormed())}`;
  return `attachment; filename="${ascii}"${exact}`;
}

/** RFC 8187 §3.2.1: `encodeURIComponent` leaves four characters that stand for themselves elsewhere only. */
function encodeRfc5987(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
