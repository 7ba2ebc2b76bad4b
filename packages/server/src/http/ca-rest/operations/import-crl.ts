import { Type } from 'typebox';
import type { EdgeInstance } from '../../interface/index.ts';
import type { OperationScope } from '../operation-scope.ts';
import { errorResponses, IssuerPath } from '../schemas.ts';
import { readUploadedForm } from '../uploaded-form.ts';

/** `POST /v1/ca/{issuer_dn}/importcrl`: takes over a CRL of the CA that was made elsewhere. */
export function importCrl({ app: parent, deps, operation, administrator }: OperationScope): void {
  // Of its own, since no other operation takes a form.
  void parent.register(async (scope) => {
    const app = scope as unknown as EdgeInstance;
    app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));
    app.post(
      '/v1/ca/:issuer_dn/importcrl',
      {
        ...operation('v1.ca.importcrl', { level: 'admin', service: 'REST Certificate Management', json: false }),
        schema: {
          summary: 'Import a CRL',
          description:
            'A form with the parts `crlFile` (DER, 50 MiB at most) and `crlPartitionIndex` (0, the main CRL, unless given).',
          tags: ['v1/ca'],
          params: IssuerPath,
          consumes: ['multipart/form-data'],
          response: { 200: Type.Null({ description: 'Imported.' }), ...errorResponses(400, 403, 413, 500) },
        },
      },
      async (request, reply) => {
        const { issuer_dn: issuerDn } = request.params;
        const isForm = request.headers['content-type']?.startsWith('multipart/form-data') === true;
        const { file: octets, text: partition } = isForm
          ? await readUploadedForm(request.raw, FORM)
          : { file: undefined, text: undefined };
        await deps.services.importCrl(administrator(request), issuerDn, { octets, partition });
        return reply.code(200).send(undefined as never);
      },
    );
  });
}

const FORM = { file: 'crlFile', maxFileOctets: 50 * 1024 * 1024, text: 'crlPartitionIndex' };
