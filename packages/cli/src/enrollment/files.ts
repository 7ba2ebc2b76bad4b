/** The files that an enrollment writes. */
import { formatPem, writePkcs12 } from '@sealwright/pki';
import { FileError, UsageError } from '../errors.ts';
import { readInputFile } from '../files/input-file.ts';
import type { Enrolled } from '../rest/ca-rest.ts';
import type { Session } from '../session.ts';
import type { OutputFile, StagedFiles } from '../files/staged-files.ts';

/** The options that name files. */
export interface FileOptions {
  readonly out: string;
  readonly p12?: string;
  readonly p12PasswordFile?: string;
}

/** Files that an enrollment writes. */
export interface EnrollmentFiles {
  /** Undefined for a key that is elsewhere. */
  readonly key: KeyFiles | undefined;
  readonly certificate: OutputFile;
  readonly chain: OutputFile;
  /** Every file, the key first. */
  readonly all: readonly OutputFile[];
}

interface KeyFiles {
  readonly file: OutputFile;
  readonly pkcs12: Pkcs12Plan | undefined;
}

/** A keystore to be written. */
interface Pkcs12Plan {
  readonly file: OutputFile;
  readonly password: string;
}

/**
 * Decides on the names, and reads the password of the keystore.
 *
 * @param withKey - whether the private key is one that the command has
 * @throws {@link UsageError} when options contradict each other
 * @throws {@link FileError} for a password file that cannot be used
 */
export async function planFiles(options: FileOptions, withKey: boolean): Promise<EnrollmentFiles> {
  const certificate: OutputFile = { path: `${options.out}.crt.pem`, mode: 0o644 };
  const chain: OutputFile = { path: `${options.out}.chain.pem`, mode: 0o644 };
  const key = withKey ? await planKeyFiles(options) : undefined;
  const secret = key === undefined ? [] : [key.file, ...(key.pkcs12 === undefined ? [] : [key.pkcs12.file])];
  const all = [...secret, certificate, chain];
  const twice = all.find((file, at) => all.findIndex(({ path }) => path === file.path) < at);
  if (twice !== undefined) throw new UsageError(`${twice.path} is named for two files`);
  return { key, certificate, chain, all };
}

/**
 * Writes what there is beside the key, which was staged first and so is the first to be moved to its place.
 *
 * @param pkcs8 - the key, where it is to go to a keystore
 */
export async function writeFiles(
  session: Session,
  { key, ...files }: EnrollmentFiles,
  staged: StagedFiles,
  { certificate, chain }: Enrolled,
  pkcs8: Uint8Array | undefined,
): Promise<void> {
  if (key?.pkcs12 !== undefined && pkcs8 !== undefined) {
    const keystore = await writePkcs12({
      privateKey: pkcs8,
      certificate: certificate.der,
      chain: chain.map(({ der }) => der),
      password: key.pkcs12.password,
      random: (count) => session.context.random(count),
    });
    await staged.stage(key.pkcs12.file, keystore);
  }
  await staged.stage(files.certificate, formatPem('CERTIFICATE', certificate.der));
  if (chain.length > 0) await staged.stage(files.chain, chain.map(({ der }) => formatPem('CERTIFICATE', der)).join(''));
  await staged.publish();
}

/** The names of what was written, for the result. */
export function fileNames(
  { key, certificate, chain }: EnrollmentFiles,
  { withChain }: { readonly withChain: boolean },
): Readonly<Record<string, string>> {
  const certificates = { certificate: certificate.path, ...(withChain ? { chain: chain.path } : {}) };
  if (key === undefined) return certificates;
  const keystore = key.pkcs12 === undefined ? {} : { pkcs12: key.pkcs12.file.path };
  return { ...certificates, key: key.file.path, ...keystore };
}

async function planKeyFiles({ out, p12, p12PasswordFile }: FileOptions): Promise<KeyFiles> {
  const file: OutputFile = { path: `${out}.key.pem`, mode: 0o600 };
  if (p12 === undefined && p12PasswordFile === undefined) return { file, pkcs12: undefined };
  if (p12 === undefined || p12PasswordFile === undefined)
    throw new UsageError('--p12 and --p12-password-file need each other');
  return { file, pkcs12: { file: { path: p12, mode: 0o600 }, password: await readPassword(p12PasswordFile) } };
}

/** The first line of the file. */
async function readPassword(file: string): Promise<string> {
  const text = Buffer.from(await readInputFile(file, 'the password of the keystore')).toString('utf8');
  const [password = ''] = text.split(/\r?\n/, 1);
  if (password !== '') return password;
  throw new FileError(
    'cli.file_unusable',
    `the first line of ${file} is empty; the password of the keystore belongs there`,
  );
}
