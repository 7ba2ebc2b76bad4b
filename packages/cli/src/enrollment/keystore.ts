/** Keystores whose keys the server makes. */
import { formatPem } from '@sealwright/pki';
import { RefusedError, UsageError } from '../errors.ts';
import { type OutputFile, StagedFiles } from '../files/staged-files.ts';
import type { Session } from '../session.ts';
import { printable, type Result } from '../terminal/output.ts';
import { readSecretLine } from '../terminal/secret-line.ts';
import type { KeyType } from './key-types.ts';
import { certificateIn } from './keystore-certificates.ts';
import { readKeyType } from './plan.ts';

/** The options of `enroll --keystore`. */
export interface KeystoreOptions {
  readonly keystore: string;
  readonly username: string;
  readonly keyType?: string;
  readonly passwordFile?: string;
  readonly out: string;
  readonly force?: boolean;
}

/** The values of `--keystore`, which are the endings of the files. */
export const KEYSTORE_FORMATS: readonly string[] = ['p12', 'jks', 'bcfks'];

/**
 * Has the server make a key with its certificate for an end entity, and writes the keystore, and the certificate beside it.
 *
 * The end entity says which format it gets. Where the caller may see it, that is compared before anything is asked for.
 *
 * @throws {CliError}
 */
export async function enrollKeystore(session: Session, options: KeystoreOptions): Promise<Result> {
  const { username, out } = options;
  const keystore = options.keystore.toLowerCase();
  if (!KEYSTORE_FORMATS.includes(keystore))
    throw new UsageError(`--keystore is '${options.keystore}'; it has to be one of ${KEYSTORE_FORMATS.join(', ')}`);
  const [algorithm, specification] = SPECIFICATIONS[readKeyType(options.keyType ?? 'P-256')];
  const file: OutputFile = { path: `${out}.${keystore}`, mode: 0o600 };
  const staged = new StagedFiles({ force: options.force ?? false });
  const certificateFile: OutputFile = { path: `${out}.crt.pem`, mode: 0o644 };
  await staged.requireFree([file, certificateFile]);
  const secret = {
    what: 'password of the end entity',
    question: `Password of the end entity ${printable(username)}: `,
  };
  const password = await readSecretLine(session, { ...secret, option: '--password-file', file: options.passwordFile });
  await requireFormat(session, username, keystore);
  const rest = await session.connect();
  const enrollment = rest.enrollKeystore({ username, password, algorithm, specification });
  const issued = await session.progress.during(`waiting for ${session.options.server.host}`, enrollment);
  await staged.stage(file, issued.keystore);
  const { serialNumber, format } = issued;
  const certificate = await certificateIn(issued.keystore, { password, serialNumber });
  if (certificate !== undefined) await staged.stage(certificateFile, formatPem('CERTIFICATE', certificate.der));
  await staged.publish();
  const files = { keystore: file.path, ...(certificate === undefined ? {} : { certificate: certificateFile.path }) };
  const other = format.replace('PKCS12', 'P12').toLowerCase() !== keystore;
  return {
    text: () =>
      `issued ${printable(serialNumber)} to ${printable(username)}\n` +
      Object.entries(files)
        .map(([what, written]) => `  ${what.padEnd(11)}  ${written}\n`)
        .join(''),
    json: { outcome: 'issued', serial_number: serialNumber, format, files },
    warnings: [
      ...(certificate === undefined
        ? [`the certificate in the keystore could not be read; ${certificateFile.path} was not written`]
        : []),
      ...(other ? [`the keystore is ${format}, which the end entity has for its token, and not ${keystore}`] : []),
      ...(format === 'JKS' ? ['a JKS keystore protects its key badly; use P12 or BCFKS where you can'] : []),
    ],
  };
}

/** Refuses an end entity of another format. One that the caller does not see is left to the server. */
async function requireFormat(session: Session, username: string, keystore: string): Promise<void> {
  const token = (await tokenOf(session, username))?.toLowerCase();
  if (token === undefined || token === keystore) return;
  const right = KEYSTORE_FORMATS.includes(token) ? `use --keystore ${token}` : 'it gets no keystore';
  throw new UsageError(`--keystore is ${keystore}, and the token of '${username}' is ${token.toUpperCase()}: ${right}`);
}

async function tokenOf(session: Session, username: string): Promise<string | undefined> {
  try {
    return await (await session.connectToEndEntities()).tokenOf(username);
  } catch (error) {
    if (error instanceof RefusedError) return undefined;
    throw error;
  }
}

/** Algorithm and specification of each kind of key, as the interface names them. */
const SPECIFICATIONS: Readonly<Record<KeyType, readonly [algorithm: string, specification: string]>> = {
  'P-256': ['EC', 'P-256'],
  'P-384': ['EC', 'P-384'],
  'P-521': ['EC', 'P-521'],
  'RSA-2048': ['RSA', '2048'],
  'RSA-3072': ['RSA', '3072'],
  'RSA-4096': ['RSA', '4096'],
  Ed25519: ['Ed25519', ''],
};
