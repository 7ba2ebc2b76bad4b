import { type Static, Type } from 'typebox';
import { BadBase64Error, MissingDataError } from './errors.ts';
import type { OperationScope } from './interface.ts';
import { clientOf } from './process-client.ts';

/** `POST /workers/{idOrName}/process` with a JSON body: the answer holds the output in base64. */
export function processDocument({ app, deps, operation }: OperationScope): void {
  app.post(
    '/workers/:idOrName/process',
    {
      ...operation('workers.process', { multilineMembers: ['data'] }),
      bodyLimit: BODY_LIMIT_OCTETS,
      schema: {
        summary: 'Have a worker process a document',
        tags: ['Workers'],
        params: WorkerPath,
        body: ProcessRequest,
        response: { 200: ProcessResponse },
      },
    },
    async (request, reply) => {
      const { body } = request;
      const processed = await deps.services.process(request.params.idOrName, {
        data: readData(body),
        metadata: new Map(Object.entries(body.metaData ?? {}).map(([name, value]) => [name, String(value ?? '')])),
        fileName: undefined,
        client: clientOf(request),
      });
      return reply.send({
        data: processed.data.toBase64(),
        requestId: String(processed.requestId),
        archiveId: processed.archiveId ?? null,
        signerCertificate: processed.signerCertificate?.toBase64() ?? null,
        metaData: {},
      });
    },
  );
}

const WorkerPath = Type.Object({
  idOrName: Type.String({ description: 'The id of a worker when it is a whole number of 32 bits, else its name.' }),
});

const ProcessRequest = Type.Object(
  {
    data: Type.Optional(
      Type.Union([Type.String({ description: 'The document, as `encoding` says. It may be empty.' }), Type.Null()]),
    ),
    encoding: Type.Optional(
      Type.Union([
        Type.Enum(['NONE', 'BASE64'], { default: 'NONE', description: 'NONE: the UTF-8 octets of the text.' }),
        Type.Null(),
      ]),
    ),
    metaData: Type.Optional(
      Type.Union([
        Type.Record(Type.String(), Type.Union([Type.String(), Type.Boolean(), Type.Number(), Type.Null()])),
        Type.Null(),
      ]),
    ),
  },
  { title: 'ProcessRequest' },
);

const ProcessResponse = Type.Object(
  {
    data: Type.String({ description: 'The output, in base64.' }),
    requestId: Type.String(),
    archiveId: Type.Union([Type.String(), Type.Null()]),
    signerCertificate: Type.Union([Type.String({ description: 'DER in base64.' }), Type.Null()]),
    metaData: Type.Record(Type.String(), Type.String()),
  },
  { title: 'ProcessResponse' },
);

function readData({ data, encoding }: Static<typeof ProcessRequest>): Uint8Array {
  if (data === undefined || data === null) throw new MissingDataError();
  if (encoding !== 'BASE64') return Buffer.from(data, 'utf8');
  try {
    return Uint8Array.fromBase64(data);
  } catch {
    throw new BadBase64Error();
  }
}

/** The document in base64, and the members around it. */
const BODY_LIMIT_OCTETS = 16 * 1024 * 1024;
