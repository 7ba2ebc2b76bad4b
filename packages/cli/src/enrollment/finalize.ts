/** The end of an enrollment that others had to approve: its certificate joins the key that was kept. */
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { formatPem } from '@sealwright/pki';
import { CliError, FileError, UnexpectedAnswerError, UsageError } from '../errors.ts';
import { readIfPresent } from '../files/input-file.ts';
import { printable } from '../terminal/output.ts';
import type { CaRest, Enrolled } from '../rest/ca-rest.ts';
import { readSecretLine } from '../terminal/secret-line.ts';
import type { Session } from '../session.ts';
import { type OutputFile, StagedFiles } from '../files/staged-files.ts';
import { enrollCardVerifiable } from './card-verifiable.ts';
import { checkChain, checkKey } from './check-certificate.ts';
import type { EnrollmentResult } from './enroll.ts';
import { type EnrollmentFiles, type FileOptions, planFiles, writeFiles } from './files.ts';
import { readRequestFile, type X509RequestFile } from './request-file.ts';
import { type ShownEnrollment, shownEnrollment } from './result.ts';
import { validityWarnings } from './validity.ts';

/** The options, as commander collects them. */
export interface FinalizeOptions extends FileOptions {
  readonly csr?: string;
  /** File with the password of the enrollment, if it has one. */
  readonly passwordFile?: string;
  readonly force?: boolean;
}

/**
 * Collects the certificate of a request and writes the files.
 *
 * @param requestId - as the enrollment told it
 * @throws {CliError} with `keptKeyFile` while the key waits
 */
export async function finalizeEnrollment(
  session: Session,
  requestId: string,
  options: FinalizeOptions,
): Promise<ShownEnrollment> {
  requireRequestNumber(requestId);
  if (options.csr !== undefined && (options.p12 ?? options.p12PasswordFile) !== undefined)
    throw new UsageError('--p12 is for a key that was made here; --csr says that it is elsewhere');
  const request = options.csr === undefined ? undefined : await readRequestFile(options.csr);
  if (request?.form !== 'CVC') return shownEnrollment(await collect(session, requestId, options, request), options.out);
  const password = await readFinalizationPassword(session, options.passwordFile);
  return enrollCardVerifiable(session, request, options, (rest) => rest.finalizeCardVerifiable(requestId, password));
}

/**
 * Collects an X.509 certificate. The server gives it once. Hence everything that can be checked here is checked before it is asked for, and
 * afterwards what came is written whatever else fails.
 *
 * @param request - undefined when the key waits beside its place
 */
async function collect(
  session: Session,
  requestId: string,
  options: FinalizeOptions,
  request: X509RequestFile | undefined,
): Promise<EnrollmentResult> {
  const files = await planFiles(options, request === undefined);
  const staged = new StagedFiles({ force: options.force ?? false });
  const key = files.key === undefined ? undefined : await readKeptKey(files.key.file);
  await staged.requireFree(files.all.filter((file) => file !== files.key?.file));
  if (files.key !== undefined) await staged.adopt(files.key.file);
  const publicKey = (key ?? request!).publicKey;
  const keyFile = files.key && StagedFiles.stagedPath(files.key.file);
  const password = await readFinalizationPassword(session, options.passwordFile);
  try {
    const rest = await session.connect();
    const collected = await session.progress.during('waiting for the server', rest.finalize(requestId, password));
    if (collected.outcome === 'pending-approval') return { ...collected, keyFile };
    const { certificate } = collected;
    await keepIfForeign(() => checkKey(certificate, publicKey), files, staged, certificate.der);
    const { chain, warnings } = await chainOf(rest, collected);
    const enrolled = { ...collected, chain };
    await writeFiles(session, files, staged, enrolled, key?.pkcs8);
    const cut = validityWarnings(enrolled, { notBefore: undefined, notAfter: undefined });
    return { ...enrolled, files, warnings: [...warnings, ...cut] };
  } catch (error) {
    if (error instanceof CliError) error.keptKeyFile = keyFile;
    throw error;
  }
}

/** Refuses what is not a number of a request. @throws {@link UsageError} */
export function requireRequestNumber(requestId: string): void {
  if (!/^[1-9]\d{0,9}$/.test(requestId))
    throw new UsageError(
      `the request is '${printable(requestId)}'; it has to be the request number that enroll printed`,
    );
}

interface KeptKey {
  readonly pkcs8: Uint8Array;
  /** DER SubjectPublicKeyInfo. */
  readonly publicKey: Uint8Array;
}

/** The key that `enroll` has put beside its place. */
async function readKeptKey(file: OutputFile): Promise<KeptKey> {
  const kept = StagedFiles.stagedPath(file);
  const content = await readIfPresent(kept, 'the private key of the request');
  if (content === undefined) {
    throw new FileError(
      'cli.file_unreadable',
      `no private key waits in ${kept}: --out has to be that of the enrollment; give --csr when the key is elsewhere`,
    );
  }
  try {
    const privateKey = createPrivateKey(Buffer.from(content));
    return {
      pkcs8: privateKey.export({ format: 'der', type: 'pkcs8' }),
      publicKey: createPublicKey(privateKey).export({ format: 'der', type: 'spki' }),
    };
  } catch (cause) {
    throw new FileError('cli.file_unusable', `${kept} holds no private key in PEM`, { cause });
  }
}

/** A certificate that does not fit is kept for somebody to look at: the server gives no other. */
async function keepIfForeign(
  check: () => void,
  { certificate: file }: EnrollmentFiles,
  staged: StagedFiles,
  der: Uint8Array,
): Promise<void> {
  try {
    check();
  } catch (error) {
    if (!(error instanceof UnexpectedAnswerError)) throw error;
    await staged.stage(file, formatPem('CERTIFICATE', der));
    const kept = StagedFiles.stagedPath(file);
    throw new UnexpectedAnswerError(`${error.message}; the certificate is kept in ${kept}`, { cause: error });
  }
}

/** The chain, which this operation does not answer. Without it the certificate is written all the same. */
async function chainOf(
  rest: CaRest,
  { certificate }: Enrolled,
): Promise<{ readonly chain: Enrolled['chain']; readonly warnings: readonly string[] }> {
  const issuer = certificate.issuer.toString();
  try {
    const chain = await rest.caChain(issuer);
    checkChain(certificate, chain);
    return { chain, warnings: [] };
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    const how = `get it with "sealwright ca chain"`;
    return { chain: [], warnings: [`the chain of ${issuer} was not written (${error.message}); ${how}`] };
  }
}

/** Reads the password of the enrollment; empty for one that has none. */
export async function readFinalizationPassword(session: Session, file: string | undefined): Promise<string> {
  if (file === undefined) return '';
  const secret = { what: 'password of the enrollment', question: 'Password of the enrollment: ' };
  return readSecretLine(session, { ...secret, option: '--password-file', file });
}
