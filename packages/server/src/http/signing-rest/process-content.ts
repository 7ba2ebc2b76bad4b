/** `POST /workers/{idOrName}/process`, in its three forms: JSON to JSON, a form to JSON, a form to a file. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Static, type TSchema, Type } from 'typebox';
import { type Content, contentOf } from '../../kernel/content.ts';
import { type ProcessedContent, type SigningRequest, signingSettings } from '../../modules/signing/index.ts';
import { accepts } from '../reading/index.ts';
import { NotAcceptableError } from '../errors/index.ts';
import { BadBase64Error, isForm, keptUntilAnswered, requireUsualSize } from '../uploads/index.ts';
import { MissingDataError } from './errors.ts';
import type { OperationScope } from './operation-scope.ts';
import { limitJsonBody } from './json-limit.ts';
import { clientOf } from './process-client.ts';
import { sendProcessedFile, sendProcessedJson } from './processed-answer.ts';
import { ProcessRequest, ProcessResponse, WorkerPath } from './schemas.ts';
import { readUploadedContent } from './uploaded-content.ts';

export function processContent(scope: OperationScope): void {
  processRoute(scope, {
    path: '/workers/:idOrName/process',
    id: 'workers.process',
    summary: 'Have a worker process a document',
    params: WorkerPath,
    process: ({ params }, given) => scope.deps.signing.processContent.process(params.idOrName, given),
  });
}

/** A way to have content processed. */
export interface ProcessRoute<P extends TSchema> {
  readonly path: string;
  /** As in the log and the metrics. */
  readonly id: string;
  readonly summary: string;
  readonly params: P;
  readonly process: (
    request: FastifyRequest<{ Params: Static<P> }>,
    given: SigningRequest,
  ) => Promise<ProcessedContent>;
}

/** Adds it in its three forms. */
export function processRoute<P extends TSchema>({ app, deps, operation }: OperationScope, way: ProcessRoute<P>): void {
  const { configuration, compatibility } = deps;
  const documented = compatibility === 'documented';
  const route = operation(way.id);
  app.post<{ Params: Static<P> }>(
    way.path,
    {
      config: { ...route.config, checkedTexts: ['metaData', 'metadata'], leniency: { numbersInMaps: true } },
      onRequest: [
        ...route.onRequest,
        (request, _reply, done) => {
          requireAccept(request, documented);
          done();
        },
      ],
      preParsing: limitJsonBody(async () => (await signingSettings(configuration)).maxJsonOctets),
      bodyLimit: MAX_JSON_OCTETS,
      schema: {
        summary: way.summary,
        tags: ['Workers'],
        params: way.params,
        body: {
          content: {
            'application/json': { schema: ProcessRequest },
            'multipart/form-data': { schema: Type.Unknown() },
          },
        },
        response: { 200: ProcessResponse },
      },
    },
    async (request, reply) => (isForm(request) ? processForm(request, reply) : processJson(request, reply)),
  );

  type WorkerRequest = FastifyRequest<{ Params: Static<P> }>;

  const processJson = async (request: WorkerRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const body = request.body as Static<typeof ProcessRequest> | undefined;
    const processed = await way.process(request, {
      content: readData(body ?? {}),
      metadata: readMetadata(body ?? {}, documented),
      fileName: undefined,
      client: clientOf(request),
      readOnlyHolds: documented,
    });
    return sendProcessedJson(reply, processed, true);
  };

  const processForm = async (request: WorkerRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { maxUploadOctets } = await signingSettings(configuration);
    const rules = {
      spool: deps.bodies.spool,
      limit: { octets: maxUploadOctets, setting: 'HTTP_MAX_UPLOAD_SIZE' },
      maxFields: MAX_FIELDS,
      dataField: documented,
      metadataField: documented,
      encodingNone: documented,
    };
    const wantsJson = request.headers.accept?.includes(JSON_TYPE) === true;
    return keptUntilAnswered(
      reply,
      () => readUploadedContent(request, rules),
      async ({ content, metadata, fileName }) => {
        const given = { content, metadata, fileName, client: clientOf(request), readOnlyHolds: documented };
        const processed = await way.process(request, given);
        return wantsJson ? sendProcessedJson(reply, processed) : sendProcessedFile(reply, processed);
      },
    );
  };
}

/** Requires that the client of a form states the answer that it wants; `*` will not do, so that others can be added. */
function requireAccept(request: FastifyRequest, documented: boolean): void {
  const { accept } = request.headers;
  if (isForm(request)) {
    if (accept?.includes(JSON_TYPE) !== true && accept?.includes(FILE_TYPE) !== true)
      throw new NotAcceptableError(JSON_TYPE);
  } else if ((accept === undefined && documented) || !accepts(accept, JSON_TYPE)) {
    throw new NotAcceptableError(JSON_TYPE);
  }
}

function readData({ data, encoding }: Static<typeof ProcessRequest>): Content {
  if (data === undefined || data === null) throw new MissingDataError();
  if (encoding !== 'BASE64') return contentOf(Buffer.from(data, 'utf8'));
  try {
    return contentOf(Uint8Array.fromBase64(data));
  } catch {
    throw new BadBase64Error();
  }
}

/** The specification has both spellings; SignServer knows `metaData`, which wins. */
function readMetadata(
  { metaData, metadata }: Static<typeof ProcessRequest>,
  documented: boolean,
): ReadonlyMap<string, string> {
  const given = { ...(documented ? metadata : {}), ...metaData };
  const texts = new Map(Object.entries(given).map(([name, value]) => [name, String(value ?? '')]));
  requireUsualSize(texts);
  return texts;
}

const JSON_TYPE = 'application/json';
const FILE_TYPE = 'application/octet-stream';
const MAX_FIELDS = 64;
/** Maximum of the setting for JSON. */
const MAX_JSON_OCTETS = 64 * 1024 * 1024;
