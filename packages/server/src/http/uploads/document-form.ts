/** Reads a form with content (RFC 7578): its texts, and its first file into the spool. */
import type { BusboyConfig, BusboyFileStream, BusboyInstance } from '@fastify/busboy';
import type { IncomingMessage } from 'node:http';
import { Writable } from 'node:stream';
import { BadBodyError } from '../errors/index.ts';
import { FormTooLargeError } from './errors.ts';
import type { TextsOfForm } from './form-texts.ts';
import { type FormParts, readForm } from './read-form.ts';
import type { OctetLimit, Spool, SpooledContent } from './spool.ts';

/** Contents of a form. {@link close} it when the answer is out. */
export interface DocumentForm {
  /** Each text under the name of its part, in order. */
  readonly fields: readonly (readonly [name: string, text: string])[];
  /** The first part with a file name. */
  readonly file: { readonly name: string; readonly content: SpooledContent } | undefined;
  close(): Promise<void>;
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
export async function readDocumentForm(
  request: IncomingMessage,
  { spool, limit, maxFields }: DocumentFormOptions,
): Promise<DocumentForm> {
  const fields: [string, string][] = [];
  const texts = spool.texts.ofForm();
  let reading: Promise<DocumentForm['file']> | undefined;
  const files: BusboyFileStream[] = [];
  const close = async () => {
    texts.release();
    // The reason of the failure has been reported already.
    const kept = await reading?.catch(() => undefined);
    await kept?.content.close();
  };
  const parts = (refuse: (error: unknown) => void): FormParts => ({
    file(stream, _part, name) {
      files.push(stream);
      if (reading !== undefined) {
        stream.resume();
        return;
      }
      reading = spool.keep(stream, limit).then((content) => ({ name, content }));
      reading.catch(refuse);
    },
    text(text, name, truncated) {
      if (truncated) throw new FormTooLargeError();
      // RFC 7578 §4.2. The name of a file does not matter.
      if (name === undefined) throw new BadBodyError();
      fields.push([name, text]);
    },
    tooMany: () => new FormTooLargeError(),
    through: (parser) => countingTexts(parser, files, texts),
    // The reader of the file would wait for its next piece, which never comes.
    refused: (error) => void files[0]?.destroy(error instanceof Error ? error : undefined),
  });
  try {
    await readForm(request, parserOptions(maxFields), parts);
    return { fields, file: await reading, close };
  } catch (error) {
    // Nobody else gets to close it.
    await close();
    throw error;
  }
}

/**
 * Has the parser read a form piece by piece and holds memory for all that is in no file. The parser tells of a text when it is whole only.
 *
 * @param files - those that it has found so far
 */
function countingTexts(parser: BusboyInstance, files: readonly BusboyFileStream[], texts: TextsOfForm): Writable {
  let read = 0;
  let held = 0;
  return new Writable({
    write(piece: Buffer, _encoding, done) {
      // All of it is parsed when this returns; the next one waits until somebody takes what the file has.
      parser.write(piece, () => done());
      read += piece.length;
      const more = files.reduce((left, { bytesRead }) => left - bytesRead, read) - held;
      if (more <= 0) return;
      held += more;
      try {
        texts.hold(more);
      } catch (error) {
        this.destroy(error as Error);
      }
    },
    final(done) {
      parser.end();
      done();
    },
  });
}

function parserOptions(maxFields: number): Omit<BusboyConfig, 'headers'> {
  return {
    isPartAFile: (_field, _type, fileName) => fileName !== undefined,
    preservePath: true,
    limits: {
      files: MAX_FILES,
      fields: maxFields,
      parts: maxFields + MAX_FILES,
      fieldSize: MAX_TEXT_OCTETS,
      headerPairs: 20,
    },
  };
}

/** The first one counts. */
const MAX_FILES = 16;
/** An image for a visible signature is the longest that there is. */
const MAX_TEXT_OCTETS = 1024 * 1024;
