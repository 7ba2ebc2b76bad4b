/** Reads a form with a document (RFC 7578): its texts, and its first file into the spool. */
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { BadBodyError } from '../errors.ts';
import { FormTooLargeError } from './errors.ts';
import type { OctetLimit, Spool, SpooledContent } from './spool.ts';

/** What a form holds. */
export interface DocumentForm {
  /** Each text under the name of its part, in order. */
  readonly fields: readonly (readonly [name: string, text: string])[];
  /** The first part with a file name. The caller closes its content. */
  readonly file: { readonly name: string; readonly content: SpooledContent } | undefined;
}

export interface DocumentFormOptions {
  readonly spool: Spool;
  readonly limit: OctetLimit;
  readonly maxFields: number;
}

/**
 * Reads the body, whatever comes of it: the rest of one that is refused is thrown away.
 *
 * A part with a file name is a file, whatever its media type; one without is a text, in the character set of its own Content-Type, or
 * UTF-8.
 *
 * @throws {@link DocumentTooLargeError}, {@link FormTooLargeError}, {@link NoRoomError}, {@link BadBodyError}
 */
export async function readDocumentForm(request: IncomingMessage, options: DocumentFormOptions): Promise<DocumentForm> {
  const fields: [string, string][] = [];
  let texts = 0;
  let reading: Promise<DocumentForm['file']> | undefined;
  let file: Readable | undefined;
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const refuse = (error: unknown) => {
    request.unpipe();
    request.resume();
    // Whoever keeps the file waits for its next piece, which never comes.
    file?.destroy(error instanceof Error ? error : undefined);
    reject(error);
  };
  const parser = parserFor(request, options);
  parser
    .on('file', (_part: string, stream: Readable, name: string) => {
      // Of a form that ends within a file, the file tells first; an error that nobody listens for ends the process.
      stream.on('error', (cause) => refuse(new BadBodyError({ cause })));
      if (reading !== undefined) {
        stream.resume();
        return;
      }
      file = stream;
      reading = options.spool.keep(stream, options.limit).then((content) => ({ name, content }));
      reading.catch(refuse);
    })
    .on('field', (name: string, text: string, nameTruncated: boolean, truncated: boolean) => {
      texts += text.length;
      if (nameTruncated || truncated || texts > MAX_TEXTS) refuse(new FormTooLargeError());
      else fields.push([name, text]);
    })
    .on('partsLimit', () => refuse(new FormTooLargeError()))
    .on('fieldsLimit', () => refuse(new FormTooLargeError()))
    .on('finish', () => resolve(undefined))
    .on('error', (cause: unknown) => refuse(new BadBodyError({ cause })));
  request.on('error', (cause) => refuse(new BadBodyError({ cause })));
  request.on('close', () => {
    if (!request.complete) refuse(new BadBodyError());
  });
  request.pipe(parser);
  try {
    await promise;
    return { fields, file: await reading };
  } catch (error) {
    // Nobody else gets to close it. What it failed of has been told already.
    const kept = await reading?.catch(() => undefined);
    await kept?.content.close();
    throw error;
  }
}

function parserFor(request: IncomingMessage, { maxFields }: DocumentFormOptions): BusboyInstance {
  try {
    return new Busboy({
      headers: request.headers as BusboyHeaders,
      isPartAFile: (_field: string | undefined, _type: string | undefined, fileName: string | undefined) =>
        fileName !== undefined,
      preservePath: true,
      limits: {
        files: MAX_FILES,
        fields: maxFields,
        parts: maxFields + MAX_FILES,
        fieldSize: MAX_TEXT_OCTETS,
        headerPairs: 20,
      },
    });
  } catch (cause) {
    request.resume();
    throw new BadBodyError({ cause });
  }
}

/** The first one counts. */
const MAX_FILES = 16;
/** An image for a visible signature is the longest that there is. */
const MAX_TEXT_OCTETS = 1024 * 1024;
const MAX_TEXTS = 4 * 1024 * 1024;
