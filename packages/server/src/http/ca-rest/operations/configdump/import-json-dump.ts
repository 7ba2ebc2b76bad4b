import { isUtf8 } from 'node:buffer';
import { Type } from 'typebox';
import { DumpNotJsonError, jsonItems } from '../../../../modules/configdump/index.ts';
import type { EdgeInstance } from '../../../interface/index.ts';
import type { OperationScope } from '../../operation-scope.ts';
import { errorResponses } from '../../schemas.ts';
import { IMPORT_PARAMETERS, importOptions, QUERY_PARAMETERS } from './import-parameters.ts';
import { answerImport, ConfigdumpResults } from './import-results.ts';

/** `POST /v1/configdump`: imports a dump in JSON. */
export function importJsonDump({ app: parent, deps, operation, administrator }: OperationScope): void {
  // A scope of its own: the body is read item by item, since it may have many thousand members.
  void parent.register(async (scope) => {
    const app = scope as unknown as EdgeInstance;
    app.removeContentTypeParser('application/json');
    app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, new DumpText(body as Buffer)),
    );
    app.post(
      '/v1/configdump',
      {
        ...operation(
          'v1.configdump.importJson',
          'Import the configuration from JSON',
          {
            querystring: Type.Object({ ...IMPORT_PARAMETERS, ...QUERY_PARAMETERS }),
            body: ConfigdumpDocument,
            response: { 200: ConfigdumpResults, ...errorResponses(400, 403, 409, 413, 500) },
          },
          {
            level: 'admin',
            service: 'REST Configdump',
            everythingPasses: true,
            errorObjectForBadJson: true,
          },
        ),
        bodyLimit: MAX_OCTETS,
      },
      async (request) => {
        const options = importOptions(request.query);
        await deps.configdump.importConfiguration.authorize(administrator(request));
        const items = await jsonItems((request.body as DumpText).takeText());
        return answerImport(deps.configdump.importConfiguration, administrator(request), items, options);
      },
    );
  });
}

/** A body that is not parsed yet, and has no members until then. */
class DumpText {
  #octets: Buffer;

  constructor(octets: Buffer) {
    this.#octets = octets;
  }

  /** Returns the text, once: the octets are given up, since the request lasts as long as the import. @throws {@link DumpNotJsonError} */
  takeText(): string {
    const octets = this.#octets;
    this.#octets = Buffer.alloc(0);
    if (!isUtf8(octets)) throw new DumpNotJsonError();
    return octets.toString('utf8', octets[0] === 0xef ? BYTE_ORDER_MARK_OCTETS : 0);
  }
}

const ConfigdumpDocument = Type.Unsafe<object>({
  type: 'object',
  title: 'ConfigdumpDocument',
  additionalProperties: true,
  description: 'By directory of the type and name of the item: `{"certificate-profiles": {"Web": {...}}}`.',
});

const MAX_OCTETS = 32 * 1024 * 1024;
const BYTE_ORDER_MARK_OCTETS = 3;
