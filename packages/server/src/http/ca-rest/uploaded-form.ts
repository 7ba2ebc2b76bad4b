/** Reads a form with a file (RFC 7578), as far as this interface takes any: bounded in size, number and length of its parts. */
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { BadBodyError, BodyTooLargeError } from '../errors/index.ts';

/** Requested parts of a form. */
export interface UploadedForm {
  /** The file of that name in blocks that threads share: none when it is empty, undefined when there is no such file. */
  readonly file: readonly Uint8Array<SharedArrayBuffer>[] | undefined;
  /** The text of that name. */
  readonly text: string | undefined;
}

/** Names and bounds of the parts. */
export interface FormRules {
  readonly file: string;
  readonly maxFileOctets: number;
  readonly text: string;
}

/**
 * Reads the body, whatever comes of it: the rest of one that is refused is thrown away.
 *
 * @throws {@link BodyTooLargeError}, {@link BadBodyError}
 */
export async function readUploadedForm(request: IncomingMessage, rules: FormRules): Promise<UploadedForm> {
  const blocks = new SharedBlocks();
  const form: { file: UploadedForm['file']; text: string | undefined } = { file: undefined, text: undefined };
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const refuse = (error: Error) => {
    request.unpipe();
    request.resume();
    reject(error);
  };
  const parser = parserFor(request, rules);
  parser
    .on('file', (name: string, stream: Readable) => {
      // When a form ends within a file, the file reports it first; an error without a listener ends the process.
      stream.on('error', (cause) => refuse(new BadBodyError({ cause })));
      if (name !== rules.file) {
        stream.resume();
        return;
      }
      form.file = blocks.all;
      stream.on('data', (chunk: Buffer) => blocks.append(chunk));
      stream.on('limit', () => refuse(new BodyTooLargeError()));
    })
    .on('field', (name: string, value: string) => {
      if (name === rules.text) form.text = value;
    })
    .on('partsLimit', () => refuse(new BodyTooLargeError()))
    .on('finish', () => resolve(undefined))
    .on('error', (cause: unknown) => refuse(new BadBodyError({ cause })));
  request.on('error', (cause) => refuse(new BadBodyError({ cause })));
  request.on('aborted', () => refuse(new BadBodyError()));
  request.pipe(parser);
  await promise;
  blocks.finish();
  return form;
}

function parserFor(request: IncomingMessage, { maxFileOctets }: FormRules): BusboyInstance {
  try {
    return new Busboy({
      headers: request.headers as BusboyHeaders,
      limits: { files: 1, fields: 10, parts: 11, fieldSize: MAX_TEXT_OCTETS, fileSize: maxFileOctets, headerPairs: 20 },
    });
  } catch (cause) {
    request.resume();
    throw new BadBodyError({ cause });
  }
}

/** Octets that are collected piece by piece into blocks of one size, and so are copied once. */
class SharedBlocks {
  readonly all: Uint8Array<SharedArrayBuffer>[] = [];
  #used = BLOCK_OCTETS;

  append(chunk: Uint8Array): void {
    for (let rest = chunk; rest.length > 0;) {
      if (this.#used === BLOCK_OCTETS) {
        this.all.push(new Uint8Array(new SharedArrayBuffer(BLOCK_OCTETS)));
        this.#used = 0;
      }
      const fits = rest.subarray(0, BLOCK_OCTETS - this.#used);
      this.all.at(-1)!.set(fits, this.#used);
      this.#used += fits.length;
      rest = rest.subarray(fits.length);
    }
  }

  /** Cuts the last block to what was written. */
  finish(): void {
    const last = this.all.pop();
    if (last !== undefined) this.all.push(last.subarray(0, this.#used));
  }
}

const BLOCK_OCTETS = 1024 * 1024;
const MAX_TEXT_OCTETS = 64;
