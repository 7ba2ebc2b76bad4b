/** Content in a form, with the metadata around it. */
import type { FastifyRequest } from 'fastify';
import { type Content, contentOf } from '../../kernel/content.ts';
import type { SigningRequest } from '../../modules/signing/index.ts';
import {
  baseName,
  decodedPieces,
  type DocumentForm,
  type OctetLimit,
  readDocumentForm,
  requestMetadata,
  requireDecoded,
  type Spool,
  type SpooledContent,
} from '../uploads/index.ts';
import { MissingFileError } from './errors.ts';
import { processTypeIn } from './process-type.ts';

/** Rules by which a form is read. */
export interface UploadRules {
  readonly spool: Spool;
  readonly limit: OctetLimit;
  readonly maxFields: number;
  /** True when a part `data` without a file name is the content when there is no file. */
  readonly dataField: boolean;
  /** True when a part `metadata` counts as `REQUEST_METADATA` does. */
  readonly metadataField: boolean;
  /** True when `encoding` may say that there is none. */
  readonly encodingNone: boolean;
}

/** Content that was sent in a form. {@link close} it when the answer is out. */
export interface UploadedContent extends Omit<SigningRequest, 'client'> {
  readonly fields: ReadonlyMap<string, string>;
  close(): Promise<void>;
}

/**
 * Reads the form.
 *
 * @throws {@link MissingFileError}, {@link BadProcessTypeError}, {@link BadBase64Error}, and what is wrong with the form itself
 */
export async function readUploadedContent(request: FastifyRequest, rules: UploadRules): Promise<UploadedContent> {
  const form = await readDocumentForm(request.raw, rules);
  const open: { close(): Promise<void> }[] = [form];
  const close = async () => {
    for (const each of open) await each.close();
  };
  try {
    const fields = new Map(form.fields);
    const metadata = requestMetadata(form.fields, rules);
    // Over REST what it says has no other effect.
    processTypeIn(fields);
    const { content: sent, name } = documentIn(form, fields, rules);
    const content = await decoded(sent, fields.get('encoding'), rules);
    if (content !== sent) open.push(content as SpooledContent);
    return { content, metadata, fields, fileName: baseName(metadata.get('FILENAME') ?? name), close };
  } catch (error) {
    await close();
    throw error;
  }
}

function documentIn(
  { file }: DocumentForm,
  fields: ReadonlyMap<string, string>,
  { dataField }: UploadRules,
): { content: Content; name: string | undefined } {
  if (file !== undefined) return file;
  const data = dataField ? fields.get('data') : undefined;
  if (data === undefined) throw new MissingFileError();
  requireDecoded('data', data);
  return { content: contentOf(Buffer.from(data, 'utf8')), name: undefined };
}

async function decoded(content: Content, encoding = '', { spool, limit, encodingNone }: UploadRules): Promise<Content> {
  if (encoding === '' || (encodingNone && encoding.toUpperCase() === 'NONE')) return content;
  return spool.keep(decodedPieces(content), limit);
}
