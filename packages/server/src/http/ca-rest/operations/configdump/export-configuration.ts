import { Type } from 'typebox';
import { heldInMemory } from '../../../bodies/index.ts';
import { dumpZip, type ExportOptions } from '../../../../modules/configdump/index.ts';
import type { OperationScope } from '../../operation-scope.ts';
import { errorResponses } from '../../schemas.ts';
import {
  BAD_CHOICE,
  DumpBody,
  exportAsJson,
  exportOfAll,
  exportOfFiles,
  requireJsonOptions,
  sendDump,
  sendFailure,
  WARNINGS,
} from './export-parameters.ts';
import { ConfigdumpResults } from './import-results.ts';

/** `GET /v1/configdump` and `GET /v1/configdump/configdump.zip`: the whole configuration, as JSON and as YAML files. */
export function exportConfiguration({ app, deps, operation, administrator }: OperationScope): void {
  const scope = {
    level: 'admin',
    service: 'REST Configdump',
    everythingPasses: true,
    plainTextFor: BAD_CHOICE,
  } as const;
  app.get(
    '/v1/configdump',
    operation(
      'v1.configdump.exportJson',
      'The configuration as JSON',
      {
        description:
          'Items that the caller may not see, and items that cannot be read, are errors. Secrets are the word `placeholder`.',
        querystring: Type.Object({ ...exportOfAll, ...exportAsJson }),
        response: { 200: DumpBody, 500: ConfigdumpResults, ...errorResponses(400, 403) },
      },
      scope,
    ),
    async (request, reply) => {
      requireJsonOptions(request.query);
      const options = optionsOf(request.query);
      const result = await deps.configdump.exportConfiguration.all(administrator(request), options);
      return sendDump(reply, result) as never;
    },
  );
  app.get(
    '/v1/configdump/configdump.zip',
    operation(
      'v1.configdump.exportZip',
      'The configuration as a ZIP archive of YAML files',
      {
        description: 'A directory for each type and a file for each item. The same configuration has the same octets.',
        querystring: Type.Object({ ...exportOfAll, ...exportOfFiles }),
        response: {
          200: {
            description: 'The archive.',
            headers: WARNINGS,
            content: { 'application/zip': { schema: Type.Unsafe<Buffer>({ type: 'string', format: 'binary' }) } },
          },
          500: ConfigdumpResults,
          ...errorResponses(400, 403),
        },
      },
      { ...scope, json: false },
    ),
    async (request, reply) => {
      const result = await deps.configdump.exportConfiguration.all(administrator(request), optionsOf(request.query));
      if (result.outcome === 'failed') return sendFailure(reply, result) as never;
      const archive = dumpZip(result.types, { comments: request.query.comments === true });
      void reply
        .type('application/zip')
        .header('content-disposition', 'attachment; filename=configdump.zip')
        .header('x-configdump-warnings', String(result.warnings.length));
      return reply.send(heldInMemory(archive) as never);
    },
  );
}

interface ExportQuery {
  readonly ignoreerrors?: boolean;
  readonly defaults?: boolean;
  readonly externalcas?: boolean;
  readonly exportCasForPeerImport?: boolean;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly extensions?: boolean;
}

function optionsOf(query: ExportQuery): ExportOptions {
  const { ignoreerrors = false, defaults = false, externalcas = false, exportCasForPeerImport = false } = query;
  const { include = [], exclude = [], extensions = false } = query;
  return {
    include,
    exclude,
    extensions,
    defaults,
    ignoreErrors: ignoreerrors,
    externalCas: externalcas,
    forPeers: exportCasForPeerImport,
  };
}
