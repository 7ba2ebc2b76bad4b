/** Keystores whose keys the server makes. */
import { formatPem } from '@sealwright/pki';
import { RefusedError, UsageError } from '../errors.ts';
import { type OutputFile, StagedFiles } from '../files/staged-files.ts';
import type { Session } from '../session.ts';
import type { ApprovedKeystore, IssuedKeystore, KeystoreRequest } from '../rest/ca-rest.ts';
import type { PendingApproval } from '../rest/pending-approval.ts';
import { printable, type Result } from '../terminal/output.ts';
import { readSecretLine } from '../terminal/secret-line.ts';
import type { KeyType } from './key-types.ts';
import { requireRequestNumber } from './finalize.ts';
import { certificateIn } from './keystore-certificates.ts';
import { readKeyType } from './plan.ts';
import { sentence, type ShownEnrollment } from './result.ts';

/** The options of `enroll --keystore`. */
export interface KeystoreOptions {
  readonly keystore: string;
  readonly username: string;
  readonly keyType?: string;
  readonly passwordFile?: string;
  readonly out: string;
  readonly force?: boolean;
}

/** The options of `--keystore` where the request was approved. */
export type FinalizeKeystoreOptions = Omit<KeystoreOptions, 'username'>;

/** The values of `--keystore`, which are the endings of the files. */
export const KEYSTORE_FORMATS: readonly string[] = ['p12', 'jks', 'bcfks'];

/** The values of `--keystore` for a request that was approved. */
export const APPROVED_FORMATS: readonly string[] = [...KEYSTORE_FORMATS, 'pem'];

/**
 * Has the server make a key with its certificate for an end entity, and writes the keystore, and the certificate beside it.
 *
 * The end entity says which format it gets. Where the caller may see it, that is compared before anything is asked for.
 *
 * @throws {CliError}
 */
export async function enrollKeystore(session: Session, options: KeystoreOptions): Promise<ShownEnrollment> {
  const { username } = options;
  const keystore = readFormat(options.keystore, KEYSTORE_FORMATS);
  readKeyType(options.keyType ?? 'P-256');
  const staged = await stageKeystore(options, keystore);
  const request = await keystoreRequest(session, options);
  const { password } = request;
  const rest = await session.connect();
  const enrollment = rest.enrollKeystore(request);
  const issued = await session.progress.during(`waiting for ${session.options.server.host}`, enrollment);
  if (issued.outcome === 'pending-approval') return pending(issued, options, keystore);
  return { outcome: 'issued', shown: await staged.write(issued, password, ` to ${printable(username)}`) };
}

/**
 * Has the server make the keystore that others have approved, once, and writes it.
 *
 * @param requestId - as `enroll` told it
 * @throws {CliError}
 */
export async function finalizeKeystore(
  session: Session,
  requestId: string,
  options: FinalizeKeystoreOptions,
): Promise<ShownEnrollment> {
  requireRequestNumber(requestId);
  const keystore = readFormat(options.keystore, APPROVED_FORMATS);
  if (options.keyType !== undefined) readKeyType(options.keyType);
  const staged = await stageKeystore(options, keystore);
  const request = await approvedKeystore(session, options);
  const { password } = request;
  const rest = await session.connect();
  const finalization = rest.finalizeKeystore(requestId, request);
  const issued = await session.progress.during(`waiting for ${session.options.server.host}`, finalization);
  if (issued.outcome === 'pending-approval') return pending(issued, options, keystore);
  return { outcome: 'issued', shown: await staged.write(issued, password, '') };
}

/** Reads what the server is asked for, and the password. @throws {CliError} */
export async function keystoreRequest(
  session: Session,
  options: Pick<KeystoreOptions, 'keystore' | 'keyType' | 'passwordFile' | 'username'>,
): Promise<KeystoreRequest> {
  const { username } = options;
  const keystore = readFormat(options.keystore, KEYSTORE_FORMATS);
  const [algorithm, specification] = SPECIFICATIONS[readKeyType(options.keyType ?? 'P-256')];
  const question = `Password of the end entity ${printable(username)}: `;
  const password = await readPassword(session, question, options.passwordFile);
  await requireFormat(session, username, keystore);
  return { username, password, algorithm, specification };
}

/** As {@link keystoreRequest}, for a request that was approved. @throws {CliError} */
export async function approvedKeystore(
  session: Session,
  options: Pick<KeystoreOptions, 'keystore' | 'keyType' | 'passwordFile'>,
): Promise<ApprovedKeystore> {
  const format = readFormat(options.keystore, APPROVED_FORMATS).toUpperCase();
  const key = options.keyType === undefined ? undefined : SPECIFICATIONS[readKeyType(options.keyType)];
  const password = await readPassword(session, 'Password of the end entity: ', options.passwordFile);
  return { format, password, key };
}

function readFormat(text: string, formats: readonly string[]): string {
  const keystore = text.toLowerCase();
  if (formats.includes(keystore)) return keystore;
  throw new UsageError(`--keystore is '${printable(text)}'; it has to be one of ${formats.join(', ')}`);
}

function readPassword(session: Session, question: string, file: string | undefined): Promise<string> {
  return readSecretLine(session, { what: 'password of the end entity', question, option: '--password-file', file });
}

/** Prepares the files, before a keystore is asked for that the server may give once. */
async function stageKeystore({ out, force = false }: FinalizeKeystoreOptions, keystore: string) {
  const file: OutputFile = { path: `${out}.${keystore}`, mode: 0o600 };
  const certificateFile: OutputFile = { path: `${out}.crt.pem`, mode: 0o644 };
  const staged = new StagedFiles({ force });
  await staged.requireFree([file, certificateFile]);
  const write = async (issued: IssuedKeystore, password: string, holder: string): Promise<Result> => {
    await staged.stage(file, issued.keystore);
    const { serialNumber, format } = issued;
    const certificate = await certificateIn(issued.keystore, { password, serialNumber });
    if (certificate !== undefined) await staged.stage(certificateFile, formatPem('CERTIFICATE', certificate.der));
    await staged.publish();
    const files = { keystore: file.path, ...(certificate === undefined ? {} : { certificate: certificateFile.path }) };
    const other = format.replace('PKCS12', 'P12').toLowerCase() !== keystore;
    return {
      text: () =>
        `issued ${printable(serialNumber)}${holder}\n` +
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
  };
  return { write };
}

function pending(
  { outcome, requestId, info, link }: PendingApproval,
  { out }: FinalizeKeystoreOptions,
  keystore: string,
): ShownEnrollment {
  const next = `sealwright approval finalize ${requestId} --keystore ${keystore} --out ${printable(out)}`;
  return {
    outcome,
    shown: {
      text: () =>
        `${sentence(printable(info))} Request ${requestId}: no keystore was made yet.\nWhen it is approved: ${next}\n`,
      json: { outcome, request_id: requestId, info_message: info, ...(link === undefined ? {} : { link }) },
    },
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
  Ed25519: ['Ed25519', 'Ed25519'],
  Ed448: ['Ed448', 'Ed448'],
  'ML-DSA-44': ['ML-DSA-44', 'ML-DSA-44'],
  'ML-DSA-65': ['ML-DSA-65', 'ML-DSA-65'],
  'ML-DSA-87': ['ML-DSA-87', 'ML-DSA-87'],
};
