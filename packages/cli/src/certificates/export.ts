/** Certificates of a server as files. */
import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { formatPem } from '@sealwright/pki';
import { CertificateNotFoundError, CliError, FileError, UnexpectedAnswerError } from '../errors.ts';
import { unwritable } from '../files/file-errors.ts';
import { StagedFiles } from '../files/staged-files.ts';
import type { FoundCertificate } from '../rest/certificate-rest.ts';

/** Outcome of an export. */
export interface Exported {
  readonly written: number;
  /** Number of those that no file of this form can have. */
  readonly leftOut: number;
}

/**
 * Writes one file of PEM that holds all X.509 certificates. It has its name only when it is whole.
 *
 * @throws {@link FileError} `cli.file_exists` unless forced, `cli.file_unwritable`
 * @throws {@link CertificateNotFoundError} when there are none
 */
export async function writeBundle(
  pages: AsyncIterable<readonly FoundCertificate[]>,
  file: string,
  { force }: { readonly force: boolean },
): Promise<Exported> {
  const staged = new StagedFiles({ force });
  const output = { path: file, mode: 0o644 } as const;
  let written = 0;
  let leftOut = 0;
  const content = async function* () {
    for await (const page of pages) {
      const certificates = page.flatMap(({ octets }) => (octets?.[0] === SEQUENCE ? [octets] : []));
      written += certificates.length;
      leftOut += page.length - certificates.length;
      yield Buffer.from(certificates.map((der) => formatPem('CERTIFICATE', der)).join(''));
    }
  };
  await staged.requireFree([output]);
  try {
    await staged.stage(output, content());
    if (written === 0) throw nothingFits(leftOut);
    await staged.publish();
  } finally {
    await staged.discard();
  }
  return { written, leftOut };
}

/**
 * Writes a file for each certificate, named after its serial number, into a directory, which is made when it is missing.
 *
 * @throws {@link FileError} `cli.file_exists` unless forced, `cli.file_unwritable`
 * @throws {@link CertificateNotFoundError} when there are none
 */
export async function writeDirectory(
  pages: AsyncIterable<readonly FoundCertificate[]>,
  directory: string,
  { force, form }: { readonly force: boolean; readonly form: 'pem' | 'der' },
): Promise<Exported> {
  let written = 0;
  let leftOut = 0;
  try {
    for await (const page of pages) {
      if (written === 0) await makeDirectory(directory);
      for (const { serialNumber, octets } of page) {
        if (octets === undefined) {
          leftOut += 1;
          continue;
        }
        const [suffix, content] = encoded(octets, form);
        await write(path.join(directory, `${serialNumber}.${suffix}`), content, force);
        written += 1;
      }
    }
  } catch (error) {
    if (error instanceof CliError && written > 0) error.left = `${written} certificates are in ${directory} already`;
    throw error;
  }
  if (written === 0) throw nothingFits(leftOut);
  return { written, leftOut };
}

/** Card verifiable and SSH certificates are written as the programs that use them take them. */
function encoded(octets: Uint8Array, form: 'pem' | 'der'): readonly [suffix: string, content: string | Uint8Array] {
  if (octets[0] === SEQUENCE)
    return form === 'pem' ? ['crt.pem', formatPem('CERTIFICATE', octets)] : ['crt.der', octets];
  if (octets[0] === CARD_VERIFIABLE) return ['cvcert', octets];
  // It begins with its kind, behind the length of that (RFC 4251 §5).
  const length = octets.length < 4 ? 0 : new DataView(octets.buffer, octets.byteOffset).getUint32(0);
  const kind = Buffer.from(octets.subarray(4, 4 + Math.min(length, MOST_IN_KIND))).toString('latin1');
  if (!/^[\w@.-]+$/.test(kind))
    throw new UnexpectedAnswerError('a certificate in the answer is of no kind that is known');
  return ['cert.pub', `${kind} ${octets.toBase64()}\n`];
}

async function write(file: string, content: string | Uint8Array, force: boolean): Promise<void> {
  try {
    const handle = await open(file, force ? 'w' : 'wx', 0o644);
    try {
      await handle.writeFile(content);
    } finally {
      await handle.close();
    }
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST')
      throw new FileError(
        'cli.file_exists',
        `${file} exists; --force overwrites it. It may be a certificate of another CA: export each CA to a directory of its own`,
      );
    throw unwritable(file, cause);
  }
}

async function makeDirectory(directory: string): Promise<void> {
  try {
    await mkdir(directory, { recursive: true });
  } catch (cause) {
    throw unwritable(directory, cause);
  }
}

function nothingFits(leftOut: number): CertificateNotFoundError {
  const why = leftOut === 0 ? '' : `, but for ${leftOut} that cannot be written in this form`;
  return new CertificateNotFoundError(
    `there is no certificate that fits and that you may see${why}; nothing was written`,
  );
}

/** First octets of X.509 and of card verifiable certificates. */
const SEQUENCE = 0x30;
const CARD_VERIFIABLE = 0x7f;
const MOST_IN_KIND = 100;
