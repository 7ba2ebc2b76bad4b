import { Type } from 'typebox';
import type { OperationScope } from '../../operation-scope.ts';
import { errorResponses } from '../../schemas.ts';
import {
  DumpBody,
  exportAsJson,
  exportFlags,
  exportOfMany,
  requireJsonOptions,
  sendDump,
} from './export-parameters.ts';
import { ConfigdumpResults } from './import-results.ts';

const typeParameter = Type.String({
  description: 'The token of a type or its directory, in any case: `CA`, `certification-authorities`.',
});
const NONE = { description: 'No such type, or nothing of it that the caller may see.', type: 'null' } as const;

/** `GET /v1/configdump/{type}` and `GET /v1/configdump/{type}/{setting}`: the items of one type, and one of them. */
export function exportItems({ app, deps, operation, administrator }: OperationScope): void {
  const scope = { level: 'admin', service: 'REST Configdump', everythingPasses: true } as const;
  app.get(
    '/v1/configdump/:type',
    operation(
      'v1.configdump.exportType',
      'The items of one type as JSON',
      {
        params: Type.Object({ type: typeParameter }),
        querystring: Type.Object({ ...exportOfMany, ...exportAsJson }),
        response: { 200: DumpBody, 404: Type.Unsafe<never>(NONE), 500: ConfigdumpResults, ...errorResponses(400, 403) },
      },
      scope,
    ),
    async (request, reply) => {
      requireJsonOptions(request.query);
      const { ignoreerrors = false, defaults = false, externalcas = false } = request.query;
      const options = { ignoreErrors: ignoreerrors, defaults, externalCas: externalcas };
      const result = await deps.configdump.exportConfiguration.type(
        administrator(request),
        request.params.type,
        options,
      );
      return sendDump(reply, result) as never;
    },
  );
  app.get(
    '/v1/configdump/:type/:setting',
    operation(
      'v1.configdump.exportSetting',
      'One item as JSON',
      {
        description: 'Also a CA of which there is only a certificate.',
        params: Type.Object({ type: typeParameter, setting: Type.String({ description: 'The name of the item.' }) }),
        querystring: Type.Object({ ...exportFlags, ...exportAsJson }),
        response: { 200: DumpBody, 404: Type.Unsafe<never>(NONE), 500: ConfigdumpResults, ...errorResponses(400, 403) },
      },
      scope,
    ),
    async (request, reply) => {
      requireJsonOptions(request.query);
      const { ignoreerrors = false, defaults = false } = request.query;
      const { type, setting } = request.params;
      const options = { ignoreErrors: ignoreerrors, defaults };
      const result = await deps.configdump.exportConfiguration.item(administrator(request), type, setting, options);
      return sendDump(reply, result) as never;
    },
  );
}
