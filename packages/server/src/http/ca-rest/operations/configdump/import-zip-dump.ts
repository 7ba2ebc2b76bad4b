import type { IncomingMessage } from 'node:http';
import { Type } from 'typebox';
import { isForm } from '../../../uploads/index.ts';
import { InvalidInputError } from '../../errors.ts';
import type { OperationScope } from '../../operation-scope.ts';
import { errorResponses } from '../../schemas.ts';
import { acceptForms, readUploadedForm, UploadedFile } from '../../uploaded-form.ts';
import { IMPORT_PARAMETERS, importOptions, type ImportParameters, QUERY_PARAMETERS } from './import-parameters.ts';
import { answerImport, ConfigdumpResults } from './import-results.ts';

/** `POST /v1/configdump/configdump.zip`: imports a dump in a ZIP file of YAML. */
export function importZipDump({ app, deps, operation, administrator }: OperationScope): void {
  acceptForms(app, (forms) => {
    forms.post(
      '/v1/configdump/configdump.zip',
      operation(
        'v1.configdump.importZip',
        'Import the configuration from a ZIP file',
        {
          description:
            'The parameters that the import from JSON has in its query are texts of the form. A directory of the archive for each type holds a file of YAML for each item.',
          querystring: Type.Object({ ...QUERY_PARAMETERS }),
          response: { 200: ConfigdumpResults, ...errorResponses(400, 403, 409, 413, 500) },
        },
        { level: 'admin', service: 'REST Configdump', everythingPasses: true, form: ConfigdumpZipForm },
      ),
      async (request) => {
        if (!isForm(request)) throw new InvalidInputError('No file upload found.');
        await deps.configdump.importConfiguration.authorize(administrator(request));
        // The octets are not kept while the items are imported.
        const { options, items, warnings } = await itemsOfForm(request);
        return answerImport(deps.configdump.importConfiguration, administrator(request), items, options, warnings);
      },
    );
  });

  async function itemsOfForm({ raw, query }: { readonly raw: IncomingMessage; readonly query: ImportParameters }) {
    const { file, texts } = await readUploadedForm(raw, FORM);
    if (file === undefined) throw new InvalidInputError('No file upload found.');
    const options = importOptions({ ...Object.fromEntries(texts), ...query });
    return { options, ...(await deps.configdump.zipItems.read(Buffer.concat(file))) };
  }
}

const ConfigdumpZipForm = Type.Object(
  { zipfile: UploadedFile('The archive, 32 MiB at most.'), ...IMPORT_PARAMETERS },
  { title: 'ConfigdumpZipForm' },
);
const FORM = {
  file: 'zipfile',
  maxFileOctets: 32 * 1024 * 1024,
  texts: [...Object.keys(IMPORT_PARAMETERS), ...Object.keys(QUERY_PARAMETERS)],
};
