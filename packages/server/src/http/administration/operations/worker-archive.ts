/** `/workers/{name}/archive`: what a worker was sent and has answered, as far as its archivers have kept it. */
import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { type ArchiveEntry, type ArchivedPosition, uniqueIdOf } from '../../../modules/signing/index.ts';
import type { OperationScope } from '../operation-scope.ts';
import { errorResponses, pageQuery } from '../schemas.ts';
import { formatMilliseconds } from '../times.ts';

/** `GET /workers/{name}/archive`: the documents of a worker, page by page. */
export function listArchive({ app, deps, operation, administrator }: OperationScope): void {
  app.get(
    '/workers/:name/archive',
    operation('workers.archive', 'Documents of a worker in the archive', {
      description: 'The newest first. Every look into the archive is recorded.',
      params: WorkerPath,
      querystring: pageQuery({ pattern: POSITION.source, maxLength: 40, description: '`next` of the page before.' }),
      response: { 200: ArchivedDocuments, ...errorResponses(400, 404) },
    }),
    async ({ params, query, ...request }) => {
      const { after, limit = 100 } = query;
      const before = after === undefined ? undefined : positionOf(after);
      const documents = await deps.signing.readArchive.list(administrator(request), params.name, { before, limit });
      const last = documents.length < limit ? undefined : documents.at(-1);
      return { documents: documents.map(bodyOf), ...(last === undefined ? {} : { next: `${last.timeMs}-${last.id}` }) };
    },
  );
}

/** `GET /workers/{name}/archive/{archive_id}`: the octets of a document. */
export function readArchive({ app, deps, operation, administrator }: OperationScope): void {
  app.get(
    '/workers/:name/archive/:archive_id',
    operation(
      'workers.archive.get',
      'A document of a worker in the archive',
      {
        params: Type.Object({ ...WorkerPath.properties, archive_id: Type.String({ maxLength: 255 }) }),
        querystring: Type.Object({
          type: Type.Optional(Type.Enum(['REQUEST', 'RESPONSE'], { type: 'string', default: 'RESPONSE' })),
        }),
        response: {
          200: {
            description: 'What the client sent, or was answered.',
            content: {
              'application/octet-stream': { schema: Type.Unsafe<Readable>({ type: 'string', format: 'binary' }) },
            },
          },
          ...errorResponses(400, 404),
        },
      },
      { produces: 'application/octet-stream' },
    ),
    async ({ params, query, ...request }, reply) => {
      const { type = 'RESPONSE' } = query;
      const { name, archive_id: archiveId } = params;
      const { entry, pieces } = await deps.signing.readArchive.get(administrator(request), name, archiveId, type);
      void reply.type('application/octet-stream').header('content-length', entry.octets);
      return reply.send(Readable.from(pieces));
    },
  );
}

/** `DELETE /workers/{name}/archive`: takes out what was kept for long enough. */
export function removeFromArchive({ app, deps, operation, administrator }: OperationScope): void {
  app.delete(
    '/workers/:name/archive',
    operation('workers.archive.remove', 'Remove old documents of a worker from the archive', {
      description: 'The oldest first, and a bounded number of them: repeat it until `removed` is 0.',
      params: WorkerPath,
      querystring: Type.Object({
        before: Type.String({ format: 'date-time', description: 'Documents that were archived before it.' }),
      }),
      response: { 200: Removed, ...errorResponses(400, 404) },
    }),
    async ({ params, query, ...request }) => {
      const before = Date.parse(query.before);
      return { removed: await deps.signing.removeFromArchive.remove(administrator(request), params.name, before) };
    },
  );
}

function positionOf(text: string): ArchivedPosition {
  const [, timeMs, id] = POSITION.exec(text)!;
  return { timeMs: Number(timeMs), id: Number(id) };
}

function bodyOf(document: ArchiveEntry) {
  const { archiveId, type, timeMs, octets, clientAddress, clientCertificate } = document;
  return {
    unique_id: uniqueIdOf(document),
    archive_id: archiveId,
    type,
    time: formatMilliseconds(timeMs),
    octets,
    client_address: clientAddress,
    ...(clientCertificate === undefined
      ? {}
      : { client_issuer: clientCertificate.issuer, client_serial: clientCertificate.serial }),
  };
}

const POSITION = /^(\d{1,15})-(\d{1,16})$/;

const WorkerPath = Type.Object({
  name: Type.String({
    maxLength: 255,
    description: 'Percent-encoded, or the id: that of a worker that no longer exists, too.',
  }),
});

const ArchivedDocuments = Type.Object(
  {
    documents: Type.Array(
      Type.Object(
        {
          unique_id: Type.String({
            description: '`<type>;<worker id>;<archive id>`, type 0 for an answer, 1 for a request.',
          }),
          archive_id: Type.String({ description: 'As the answer of the worker has it.' }),
          type: Type.Enum(['REQUEST', 'RESPONSE'], { type: 'string' }),
          time: Type.String({ format: 'date-time' }),
          octets: Type.Integer(),
          client_address: Type.String(),
          client_issuer: Type.Optional(Type.String({ description: "Of the client's certificate." })),
          client_serial: Type.Optional(Type.String({ description: 'Hexadecimal.' })),
        },
        { title: 'ArchiveEntry' },
      ),
    ),
    next: Type.Optional(
      Type.String({ description: 'Given as `after`, begins the next page; left out on the last one.' }),
    ),
  },
  { title: 'ArchivedDocuments' },
);

const Removed = Type.Object({ removed: Type.Integer() }, { title: 'RemovedFromArchive' });
