/** An enrollment from the key to the files. */
import { type CertificationRequest, formatPem } from '@sealwright/pki';
import { CliError, ConnectionError, RefusedError } from '../errors.ts';
import type { CaRest, Enrolled, EnrollmentRequest } from '../rest/ca-rest.ts';
import type { PendingApproval } from '../rest/pending-approval.ts';
import type { Session } from '../session.ts';
import { StagedFiles } from '../files/staged-files.ts';
import { buildRequest, readRequest } from './certification-request.ts';
import { checkChain, checkKey } from './check-certificate.ts';
import { type EnrollmentFiles, writeFiles } from './files.ts';
import { makeKey, type NewKey } from './key-types.ts';
import { type EnrollmentPlan, type EnrollOptions, planEnrollment } from './plan.ts';
import { requireWithin, validityWarnings } from './validity.ts';

/** Outcome of an enrollment. */
export type EnrollmentResult =
  | (Enrolled & { readonly files: EnrollmentFiles; readonly warnings: readonly string[] })
  /** `keyFile` is where the key waits for its certificate. */
  | (PendingApproval & { readonly keyFile: string | undefined });

/**
 * Makes a key unless a request is given, has a certificate issued for it, and writes the files.
 *
 * The key is on the disk, under a name of its own, before the request leaves: no certificate exists without its key. It goes away
 * only when it is certain that the server has refused the request or not received it. The files of an earlier enrollment are replaced
 * only when the new certificate is there and was checked.
 *
 * @throws {CliError}
 */
export async function enroll(session: Session, options: EnrollOptions): Promise<EnrollmentResult> {
  return enrollAsPlanned(session, await planEnrollment(options));
}

/** As {@link enroll}, with options that were checked. */
export async function enrollAsPlanned(session: Session, plan: EnrollmentPlan): Promise<EnrollmentResult> {
  const { files, validity } = plan;
  const staged = new StagedFiles(plan);
  await staged.requireFree(files.all);
  const rest = await session.connect();
  const { key, request } = await prepare(session, plan, staged);
  const kept = files.key && StagedFiles.stagedPath(files.key.file);
  try {
    const result = await send(session, rest, plan, request);
    if (result.outcome === 'pending-approval') return { ...result, keyFile: kept };
    checkKey(result.certificate, request.publicKey.der);
    checkChain(result.certificate, result.chain);
    requireWithin(result.certificate, validity);
    await writeFiles(session, files, staged, result, key?.pkcs8);
    return { ...result, files, warnings: validityWarnings(result, validity) };
  } catch (error) {
    if (isWithoutEffect(error)) await staged.discard();
    else if (error instanceof CliError) error.keptKeyFile = kept;
    throw error;
  }
}

interface Prepared {
  readonly request: CertificationRequest;
  /** Undefined for a request from a file. */
  readonly key: NewKey | undefined;
}

async function prepare(session: Session, { source, files }: EnrollmentPlan, staged: StagedFiles): Promise<Prepared> {
  if (source.kind === 'csr') return { request: await readRequest(source.file), key: undefined };
  const { subject, names } = source;
  const key =
    typeof source.key === 'string'
      ? await session.progress.during(`making a key (${source.key})`, makeKey(source.key))
      : source.key;
  const request = buildRequest(key, subject, names);
  try {
    await staged.stage(files.key!.file, formatPem('PRIVATE KEY', key.pkcs8));
  } catch (error) {
    await staged.discard();
    throw error;
  }
  return { request, key };
}

async function send(
  session: Session,
  rest: CaRest,
  plan: EnrollmentPlan,
  request: CertificationRequest,
): Promise<Enrolled | PendingApproval> {
  const enrollment = rest.enrollPkcs10(enrollmentRequestOf(plan, request));
  return session.progress.during(`waiting for ${session.options.server.host}`, enrollment);
}

/** Makes the request that the server gets. */
export function enrollmentRequestOf(
  { ca, profile, endEntityProfile, username, email, source, validity }: EnrollmentPlan,
  request: CertificationRequest,
): EnrollmentRequest {
  return {
    certificateRequest: formatPem('CERTIFICATE REQUEST', request.der),
    certificateProfile: profile,
    endEntityProfile,
    certificateAuthority: ca,
    username,
    email,
    subjectDn: source.kind === 'csr' ? source.subjectDn : undefined,
    validity,
  };
}

/** Returns whether it is certain that no certificate was issued: the server said no, or the request never left. */
function isWithoutEffect(error: unknown): boolean {
  if (error instanceof RefusedError) return error.status < 500 || error.notDone;
  return error instanceof ConnectionError && !error.mayHaveArrived;
}
