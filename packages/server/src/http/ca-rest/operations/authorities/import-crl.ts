import { Type } from 'typebox';
import { isForm } from '../../../uploads/index.ts';
import { CrlUploadError } from '../../../../modules/ca/index.ts';
import type { OperationScope } from '../../operation-scope.ts';
import { errorResponses, IssuerPath } from '../../schemas.ts';
import { acceptForms, readUploadedForm, UploadedFile } from '../../uploaded-form.ts';

/** `POST /v1/ca/{issuer_dn}/importcrl`: takes over a CRL of the CA that was made elsewhere. */
export function importCrl({ app, deps, operation, administrator }: OperationScope): void {
  acceptForms(app, (forms) => {
    forms.post(
      '/v1/ca/:issuer_dn/importcrl',
      operation(
        'v1.ca.importcrl',
        'Import a CRL',
        {
          params: IssuerPath,
          response: { 200: Type.Null({ description: 'Imported.' }), ...errorResponses(400, 403, 413, 500) },
        },
        { level: 'admin', service: 'REST Certificate Management', json: false, form: ImportCrlForm },
      ),
      async (request, reply) => {
        const { issuer_dn: issuerDn } = request.params;
        const { file: octets, texts } = isForm(request)
          ? await readUploadedForm(request.raw, FORM)
          : { file: undefined, texts: new Map<string, string>() };
        const { importCrl: useCase } = deps.ca;
        // For a CA that is not there the answer says so first.
        await useCase.authorize(administrator(request), issuerDn);
        if (octets === undefined) throw new CrlUploadError('No CRL file uploaded.');
        await useCase.import(administrator(request), issuerDn, partitionOf(texts.get(PARTITION)), octets);
        return reply.code(200).send(undefined as never);
      },
    );
  });
}

/** Reads the number of a partition; the main CRL's unless given. @throws {@link CrlUploadError} */
function partitionOf(text = '0'): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new CrlUploadError(`Invalid CRL partition index: '${text}'. It has to be a number of 0 or greater.`);
}

const ImportCrlForm = Type.Object(
  {
    crlFile: UploadedFile('The CRL in DER, 50 MiB at most.'),
    crlPartitionIndex: Type.Optional(Type.Integer({ minimum: 0, default: 0, description: '0 is the main CRL.' })),
  },
  { title: 'ImportCrlForm' },
);
const PARTITION = 'crlPartitionIndex';
const FORM = { file: 'crlFile', maxFileOctets: 50 * 1024 * 1024, texts: [PARTITION] };
