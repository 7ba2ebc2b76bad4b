/** Forms with a file, as far as this interface takes any. */
import type { IncomingMessage } from 'node:http';
import { Type } from 'typebox';
import { BodyTooLargeError } from '../errors/index.ts';
import type { EdgeInstance } from '../interface/index.ts';
import { Base64Decoder, readForm } from '../uploads/index.ts';
import { isDryRun, noDryRun } from './dry-run.ts';

/** Requested parts of a form. */
export interface UploadedForm {
  /** The file of that name in blocks that threads share: none when it is empty, undefined when there is no such file. */
  readonly file: readonly Uint8Array<SharedArrayBuffer>[] | undefined;
  /** The texts of the names asked for, by name. */
  readonly texts: ReadonlyMap<string, string>;
}

/** Names and bounds of the parts. */
export interface FormRules {
  readonly file: string;
  readonly maxFileOctets: number;
  readonly texts: readonly string[];
}

/** Adds routes that take forms, in a scope of their own: no other operation takes any. */
export function acceptForms(app: EdgeInstance, addRoutes: (app: EdgeInstance) => void): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));
    addRoutes(scope);
  });
}

/** Makes the schema of a file in a form, for its description. */
export function UploadedFile(description: string) {
  return Type.String({ format: 'binary', description });
}

/** @throws {@link BodyTooLargeError}, {@link BadBodyError}, {@link BadBase64Error}, and {@link DryRunMisplacedError}: no operation with a form has a dry run */
export async function readUploadedForm(request: IncomingMessage, rules: FormRules): Promise<UploadedForm> {
  const blocks = new SharedBlocks();
  const texts = new Map<string, string>();
  let decoder: Base64Decoder | undefined;
  const form: { file: UploadedForm['file']; texts: UploadedForm['texts'] } = { file: undefined, texts };
  const { maxFileOctets: fileSize } = rules;
  const limits = {
    files: 1,
    fields: MAX_TEXTS,
    parts: MAX_TEXTS + 1,
    fieldSize: MAX_TEXT_OCTETS,
    fileSize,
    headerPairs: 20,
  };
  await readForm(request, { limits }, (refuse) => ({
    file(stream, name, _fileName, encoding) {
      if (isDryRun(name)) refuse(noDryRun());
      if (name !== rules.file) {
        stream.resume();
        return;
      }
      form.file = blocks.all;
      if (encoding.toLowerCase() === 'base64') decoder = new Base64Decoder();
      stream.on('data', (chunk: Buffer) => {
        try {
          blocks.append(decoder?.decode(chunk) ?? chunk);
        } catch (error) {
          refuse(error);
        }
      });
      stream.on('limit', () => refuse(new BodyTooLargeError()));
    },
    text(text, name) {
      if (name !== undefined && isDryRun(name)) refuse(noDryRun());
      if (name !== undefined && rules.texts.includes(name)) texts.set(name, text);
    },
    tooMany: () => new BodyTooLargeError(),
  }));
  if (decoder !== undefined) blocks.append(decoder.end());
  blocks.finish();
  return form;
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
const MAX_TEXTS = 16;
