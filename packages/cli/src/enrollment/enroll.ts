/** An enrolment from the key to the files. */
import { type CertificationRequest, formatPem, writePkcs12 } from '@sealwright/pki';
import { CliError, ConnectionError, RefusedError } from '../errors.ts';
import type { CaRest, Enrolled } from '../rest/ca-rest.ts';
import type { PendingApproval } from '../rest/pending-approval.ts';
import type { Session } from '../session.ts';
import { StagedFiles } from '../staged-files.ts';
import { buildRequest, readRequest } from './certification-request.ts';
import { checkCertificate } from './check-certificate.ts';
import { makeKey, type NewKey } from './key-types.ts';
import { type EnrollmentPlan, type EnrollOptions, planEnrollment, type RequestSource } from './plan.ts';

/** What became of an enrolment. */
export type EnrollmentResult =
  | (Enrolled & { readonly plan: EnrollmentPlan })
  /** `keyFile` is where the key waits for its certificate. */
  | (PendingApproval & { readonly keyFile: string | undefined });

/**
 * Makes a key unless a request is given, has a certificate issued for it, and writes the files.
 *
 * The key is on the disk, under a name of its own, before the request leaves: no certificate exists without its key. It goes away
 * only when it is certain that the server has refused the request or not received it. The files of an earlier enrolment are replaced
 * only when the new certificate is there and was checked.
 *
 * @throws {CliError}
 */
export async function enroll(session: Session, options: EnrollOptions): Promise<EnrollmentResult> {
  const plan = await planEnrollment(options);
  const files = new StagedFiles({ force: options.force ?? false });
  await files.requireFree(plan.files);
  const rest = await session.connect();
  const { key, request } = await prepare(session, plan.source, files);
  const kept = plan.source.kind === 'csr' ? undefined : StagedFiles.stagedPath(plan.source.keyFile);
  try {
    const result = await send(session, rest, options, plan.source, request);
    if (result.outcome === 'pending-approval') return { ...result, keyFile: kept };
    checkCertificate(result, request);
    await writeFiles(session, plan, files, result, key);
    return { ...result, plan };
  } catch (error) {
    if (isWithoutEffect(error)) await files.discard();
    else if (error instanceof CliError) error.keptKeyFile = kept;
    throw error;
  }
}

interface Prepared {
  readonly request: CertificationRequest;
  /** Undefined for a request from a file. */
  readonly key: NewKey | undefined;
}

async function prepare(session: Session, source: RequestSource, files: StagedFiles): Promise<Prepared> {
  if (source.kind === 'csr') return { request: await readRequest(source.file), key: undefined };
  const { keyType, subject, names, keyFile } = source;
  const key = await session.progress.during(`making a key (${keyType})`, makeKey(keyType));
  const request = buildRequest(key, subject, names);
  try {
    await files.stage(keyFile, formatPem('PRIVATE KEY', key.pkcs8));
  } catch (error) {
    await files.discard();
    throw error;
  }
  return { request, key };
}

async function send(
  session: Session,
  rest: CaRest,
  options: EnrollOptions,
  source: RequestSource,
  request: CertificationRequest,
): Promise<Enrolled | PendingApproval> {
  const enrollment = rest.enrollPkcs10({
    certificateRequest: formatPem('CERTIFICATE REQUEST', request.der),
    certificateProfile: options.profile,
    endEntityProfile: options.eeProfile,
    certificateAuthority: options.ca,
    username: options.username,
    email: options.email,
    subjectDn: source.kind === 'csr' ? source.subjectDn : undefined,
  });
  return session.progress.during(`waiting for ${session.options.server.host}`, enrollment);
}

/** The key was staged first, and so is the first to be moved to its place. */
async function writeFiles(
  session: Session,
  plan: EnrollmentPlan,
  files: StagedFiles,
  { certificate, chain }: Enrolled,
  key: NewKey | undefined,
): Promise<void> {
  const { source, certificateFile, chainFile } = plan;
  if (source.kind === 'new-key' && source.pkcs12 !== undefined && key !== undefined) {
    const keystore = await writePkcs12({
      privateKey: key.pkcs8,
      certificate: certificate.der,
      chain: chain.map(({ der }) => der),
      password: source.pkcs12.password,
      random: (count) => session.context.random(count),
    });
    await files.stage(source.pkcs12.file, keystore);
  }
  await files.stage(certificateFile, formatPem('CERTIFICATE', certificate.der));
  await files.stage(chainFile, chain.map(({ der }) => formatPem('CERTIFICATE', der)).join(''));
  await files.publish();
}

/** Whether it is certain that no certificate was issued: the server said no, or the request never left. */
function isWithoutEffect(error: unknown): boolean {
  if (error instanceof RefusedError) return error.status < 500;
  return error instanceof ConnectionError && !error.mayHaveArrived;
}
