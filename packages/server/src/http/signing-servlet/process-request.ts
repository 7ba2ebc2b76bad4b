/** One request to a servlet: where its content, its metadata and the worker's name are depends on the kind of its body. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { contentOf } from '../../kernel/content.ts';
import { readInt32 } from '../../kernel/formats/int32.ts';
import { signingSettings } from '../../modules/signing/index.ts';
import { takeBodyMemory } from '../bodies/index.ts';
import { checkParameters } from '../reading/index.ts';
import {
  clientOf,
  type ProcessDeps,
  processTypeIn,
  readUploadedContent,
  sendProcessedFile,
  type UploadedContent,
} from '../signing-rest/index.ts';
import {
  baseName,
  decodedPieces,
  FormTooLargeError,
  isForm,
  keptUntilAnswered,
  type OctetLimit,
  requestMetadata,
  requireDecoded,
  type Spool,
} from '../uploads/index.ts';
import { NoWorkerNamedError } from './errors.ts';

/** Dependencies of the processing of content. */
export type ServletProcessDeps = Pick<ProcessDeps, 'bodies' | 'configuration' | 'signing'>;

/** Ways to name the worker. */
export type WorkerChoice =
  | { readonly from: 'path'; readonly worker: string }
  /** `workerName` or `workerId`, in the query or in a form. */
  | { readonly from: 'parameters' };

/** Processes the content of a request and answers with the output. */
export async function processRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  choice: WorkerChoice,
  { configuration, signing, bodies: { spool, memory } }: ServletProcessDeps,
): Promise<FastifyReply> {
  const { maxUploadOctets, maxJsonOctets } = await signingSettings(configuration);
  const limit = { octets: maxUploadOctets, setting: 'HTTP_MAX_UPLOAD_SIZE' };
  const textLimit = { octets: maxJsonOctets, setting: 'maxJsonOctets' };
  return keptUntilAnswered(
    reply,
    () =>
      readDocument(request, {
        spool,
        limit,
        textLimit,
        takeMemory: (octets) => takeBodyMemory(octets, reply, memory),
      }),
    async ({ content, metadata, fileName, fields }) => {
      checkParameters(Object.fromEntries(fields), { checkedTexts: SERVLET_PARAMETERS });
      const worker = choice.from === 'path' ? choice.worker : workerIn(fields);
      const client = clientOf(request);
      const wanted = { processType: processTypeIn(fields), certificatePurposes: purposesIn(fields) };
      return sendProcessedFile(
        reply,
        await signing.processContent.process(worker, { content, metadata, fileName, client, ...wanted }),
      );
    },
  );
}

interface ReadRules {
  readonly spool: Spool;
  readonly limit: OctetLimit;
  /** Limit for content within a text. */
  readonly textLimit: OctetLimit;
  /** For what is worked on in memory until it is answered. */
  readonly takeMemory: (octets: number) => Promise<void>;
}

async function readDocument(request: FastifyRequest, rules: ReadRules): Promise<UploadedContent> {
  const query = queryOf(request);
  if (isForm(request)) {
    const form = await readUploadedContent(request, {
      ...rules,
      maxFields: MAX_FIELDS,
      dataField: true,
      encodingNone: false,
      metadataField: false,
    });
    return { ...form, fields: new Map([...query, ...form.fields]) };
  }
  if (isUrlEncoded(request)) {
    const body = await rules.spool.keep(request.raw, rules.textLimit);
    try {
      await rules.takeMemory(body.octets);
      const octets = Buffer.from(await body.read(0, body.octets));
      if (!hasFewFields(octets)) throw new FormTooLargeError();
      return await documentInFields([...query, ...new URLSearchParams(octets.toString('utf8'))], rules);
    } finally {
      await body.close();
    }
  }
  if (request.method === 'GET') return documentInFields(query, rules);
  const metadata = requestMetadata(query);
  const fileName = baseName(metadata.get('FILENAME'));
  const content = await rules.spool.keep(request.raw, rules.limit);
  return { content, metadata, fields: new Map(query), fileName, close: () => content.close() };
}

/** Fields are counted before any is read: a body of nothing but fields takes seconds. */
function hasFewFields(body: Buffer): boolean {
  let count = 1;
  for (let at = body.indexOf('&'); at !== -1 && count <= MAX_FIELDS; at = body.indexOf('&', at + 1)) count++;
  return count <= MAX_FIELDS;
}

/** The content in the field `data`: its octets in UTF-8, or what its base64 stands for. */
async function documentInFields(
  given: readonly (readonly [string, string])[],
  { spool, textLimit }: ReadRules,
): Promise<UploadedContent> {
  const fields = new Map(given);
  const metadata = requestMetadata(given);
  const data = fields.get('data') ?? '';
  requireDecoded('data', data);
  const text = contentOf(Buffer.from(data, 'utf8'));
  const fileName = baseName(metadata.get('FILENAME'));
  if ((fields.get('encoding') ?? '') === '') {
    return { content: text, metadata, fields, fileName, close: () => Promise.resolve() };
  }
  const content = await spool.keep(decodedPieces(text), textLimit);
  return { content, metadata, fields, fileName, close: () => content.close() };
}

function workerIn(fields: ReadonlyMap<string, string>): string {
  const name = fields.get('workerName') ?? '';
  const id = fields.get('workerId') ?? '';
  if (name !== '') return name;
  if (id === '') throw new NoWorkerNamedError('No worker is named');
  if (readInt32(id) === undefined) throw new NoWorkerNamedError("'workerId' is not a whole number of 32 bits");
  return id;
}

function purposesIn(fields: ReadonlyMap<string, string>): readonly string[] {
  const purposes = (fields.get('certPurposes') ?? '').split(',').map((purpose) => purpose.trim());
  return purposes.filter((purpose) => purpose !== '');
}

function queryOf({ query }: FastifyRequest): readonly (readonly [string, string])[] {
  return Object.entries(query as Readonly<Record<string, string | readonly string[]>>).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : (value.at(-1) ?? ''),
  ]);
}

function isUrlEncoded({ headers }: FastifyRequest): boolean {
  return headers['content-type']?.toLowerCase().startsWith('application/x-www-form-urlencoded') === true;
}

/** Parameters that name the worker and the operation, in a query or in a form. */
export const SERVLET_PARAMETERS = ['workerName', 'workerId', 'encoding', 'processType', 'certPurposes'];
/** HTTP_MAX_UPLOAD_FIELD_COUNT of SignServer. */
const MAX_FIELDS = 16;
