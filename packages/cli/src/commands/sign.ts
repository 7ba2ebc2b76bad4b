import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { collect } from '../arguments/repeated.ts';
import type { CliCommand } from '../cli-command.ts';
import { UsageError } from '../errors.ts';
import { unreadable } from '../files/file-errors.ts';
import { printable } from '../terminal/output.ts';
import type { UploadedFile } from '../rest/multipart.ts';
import type { Signed, SigningRest } from '../rest/signing-rest.ts';
import { readSecretLine } from '../terminal/secret-line.ts';
import type { Session } from '../session.ts';
import { StagedFiles } from '../files/staged-files.ts';

interface SignOptions {
  readonly worker: string;
  readonly out?: string;
  readonly hashOnly?: true;
  readonly hash: string;
  readonly metadata?: readonly string[];
  readonly pdfPassword?: true;
  readonly pdfPasswordFile?: string;
  readonly force?: boolean;
}

/** `sealwright sign`: has a worker of the signing service sign files. */
export function addSignCommand(program: CliCommand): void {
  program
    .command('sign')
    .summary('have files signed')
    .description('Has a worker of the signing service process each FILE, and writes what it makes beside the file.')
    .argument('<file...>', 'what is signed')
    .requiredOption('--worker <name>', 'name or id of the worker')
    .option('--out <dir>', 'write into this directory instead')
    .option('--hash-only', 'send only a hash of the file, for workers that sign hashes made elsewhere')
    .option('--hash <algorithm>', 'by which algorithm, with --hash-only', 'SHA-256')
    .option('--metadata <key=value>', 'sent with the file; may be repeated', collect)
    .option('--pdf-password', 'ask for the password of a PDF document')
    .option('--pdf-password-file <file>', "the password of a PDF document, in a file's first line; - is standard input")
    .option('--force', 'overwrite what is there')
    .examples(
      'sealwright sign --worker CMSSigner report.txt',
      'sealwright sign --worker PDFSigner --out signed contract.pdf annex.pdf',
      'sealwright sign --worker CodeSigner --hash-only --hash SHA-512 firmware.bin',
    )
    .inSession(async (session, command) => {
      const options = command.opts<SignOptions>();
      const { args } = command;
      const fields = await readFields(session, options);
      const rest = await session.connectToSigning();
      const signed: { readonly file: string; readonly output: string }[] = [];
      for (const file of args) signed.push({ file, output: await sign(session, rest, file, options, fields) });
      session.show({
        text: () => signed.map(({ file, output }) => `${output}: made of ${file}\n`).join(''),
        json: { files: signed },
      });
      return 'success';
    });
}

/** @returns the file that was written */
async function sign(
  session: Session,
  rest: SigningRest,
  file: string,
  { worker, out, hashOnly, hash, force = false }: SignOptions,
  fields: ReadonlyMap<string, string>,
): Promise<string> {
  const pieces = (octets: number) => session.progress.along(path.basename(file), octets, piecesOf(file));
  const octets = await sizeOf(file);
  const named = { name: sendableName(file), octets, pieces: pieces(octets) };
  const sent = hashOnly === undefined ? named : await hashOf(named, hash);
  const boundary = `sealwright-${session.context.random(BOUNDARY_OCTETS).toHex()}`;
  const files = new StagedFiles({ force });
  let output = '';
  try {
    await rest.process({ worker, file: sent, fields, boundary }, async (signed) => {
      output = path.join(out ?? path.dirname(file), outputName(path.basename(file), sent.name, signed));
      const target = { path: output, mode: 0o644 } as const;
      await files.requireFree([target]);
      await files.stage(target, signed.pieces);
    });
    await files.publish();
  } catch (error) {
    await files.discard();
    throw error;
  }
  return output;
}

async function readFields(
  session: Session,
  { metadata = [], hashOnly, hash, pdfPassword, pdfPasswordFile }: SignOptions,
): Promise<ReadonlyMap<string, string>> {
  const fields = new Map<string, string>();
  for (const text of metadata) {
    const at = text.indexOf('=');
    if (at < 1) throw new UsageError(`--metadata takes KEY=VALUE, which '${printable(text)}' is not`);
    const key = text.slice(0, at);
    if (key.toLowerCase() === PDF_PASSWORD.toLowerCase())
      throw new UsageError('a password does not belong on a command line; --pdf-password-file takes it');
    fields.set(METADATA + key, text.slice(at + 1));
  }
  if (hashOnly !== undefined) {
    fields.set(`${METADATA}USING_CLIENTSUPPLIED_HASH`, 'true');
    fields.set(`${METADATA}CLIENTSIDE_HASHDIGESTALGORITHM`, algorithmOf(hash));
  }
  if (pdfPassword === true || pdfPasswordFile !== undefined) {
    const secret = { what: 'password', question: 'Password of the document: ', option: '--pdf-password-file' };
    fields.set(PDF_PASSWORD, await readSecretLine(session, { ...secret, file: pdfPasswordFile }));
  }
  return fields;
}

/** The file never leaves the machine, nor does its name. */
async function hashOf(file: UploadedFile, algorithm: string): Promise<UploadedFile> {
  const hash = createHash(algorithmOf(algorithm).replace('-', ''));
  for await (const piece of file.pieces) hash.update(piece);
  const digest = hash.digest();
  return { name: 'hash', octets: digest.length, pieces: [digest] };
}

/** As both sides call it. @throws {@link UsageError} */
function algorithmOf(given: string): string {
  const name = given.toUpperCase().replace(/^SHA(?=\d)/, 'SHA-');
  if (!HASHES.includes(name)) throw new UsageError(`--hash knows ${HASHES.join(', ')}`);
  return name;
}

/**
 * Appends to the file's name what the server appended; nothing else of the server's name is used, and the file that was signed is never replaced.
 */
function outputName(name: string, sentName: string, { fileName = sentName, mediaType }: Signed): string {
  const suffix = fileName.startsWith(sentName) ? fileName.slice(sentName.length) : '';
  if (/^\.[A-Za-z0-9]{1,12}$/.test(suffix)) return name + suffix;
  if (mediaType.startsWith('application/timestamp-reply')) return `${name}.tsr`;
  const { name: stem, ext } = path.parse(name);
  return `${stem}.signed${ext}`;
}

/** Replaces characters that cannot stand in a form or look like a directory. */
function sendableName(file: string): string {
  return path.basename(file).replaceAll(/["\\\p{Cc}]/gu, '_');
}

async function sizeOf(file: string): Promise<number> {
  try {
    const handle = await open(file, 'r');
    try {
      return (await handle.stat()).size;
    } finally {
      await handle.close();
    }
  } catch (cause) {
    throw unreadable(file, cause);
  }
}

async function* piecesOf(file: string): AsyncGenerator<Uint8Array> {
  try {
    const handle = await open(file, 'r');
    yield* handle.createReadStream({ highWaterMark: PIECE_OCTETS }) as AsyncIterable<Uint8Array>;
  } catch (cause) {
    throw unreadable(file, cause);
  }
}

const HASHES = ['SHA-256', 'SHA-384', 'SHA-512'];
const METADATA = 'REQUEST_METADATA.';
const PDF_PASSWORD = 'pdfPassword';
const PIECE_OCTETS = 256 * 1024;
const BOUNDARY_OCTETS = 16;
