/** An enrollment from the key to the files. */
import { formatGeneralNames, formatPem } from '@sealwright/pki';
import { CliError, ConnectionError, RefusedError } from '../errors.ts';
import type { Enrolled } from '../rest/ca-rest.ts';
import type { EnrollmentRequest } from '../rest/enrollment-request.ts';
import type { PendingApproval } from '../rest/pending-approval.ts';
import type { Session } from '../session.ts';
import { StagedFiles } from '../files/staged-files.ts';
import { buildRequest } from './certification-request.ts';
import { checkChain, checkKey } from './check-certificate.ts';
import { type EnrollmentFiles, writeFiles } from './files.ts';
import { makeKey, type NewKey } from './key-types.ts';
import type { EnrollmentPlan, X509Source } from './plan.ts';
import type { RequestFile, X509RequestFile } from './request-file.ts';
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
export async function enroll(session: Session, plan: EnrollmentPlan<X509Source>): Promise<EnrollmentResult> {
  const { files, validity } = plan;
  const staged = new StagedFiles(plan);
  await staged.requireFree(files.all);
  const rest = await session.connect();
  const { key, request } = await prepare(session, plan, staged);
  const kept = files.key && StagedFiles.stagedPath(files.key.file);
  try {
    const enrollment = rest.enroll(enrollmentRequestOf(plan, request));
    const result = await session.progress.during(`waiting for ${session.options.server.host}`, enrollment);
    if (result.outcome === 'pending-approval') return { ...result, keyFile: kept };
    checkKey(result.certificate, request.publicKey);
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
  readonly request: Pick<X509RequestFile, 'form' | 'der' | 'publicKey'>;
  /** Undefined for a request from a file. */
  readonly key: NewKey | undefined;
}

async function prepare(
  session: Session,
  { source, files }: EnrollmentPlan<X509Source>,
  staged: StagedFiles,
): Promise<Prepared> {
  if (source.kind === 'file') return { request: source.request, key: undefined };
  const { subject, names } = source;
  const key =
    typeof source.key === 'string'
      ? await session.progress.during(`making a key (${source.key})`, makeKey(source.key))
      : source.key;
  const { der, publicKey } = buildRequest(key, subject, names);
  try {
    await staged.stage(files.key!.file, formatPem('PRIVATE KEY', key.pkcs8));
  } catch (error) {
    await staged.discard();
    throw error;
  }
  return { request: { form: 'PKCS10', der, publicKey: publicKey.der }, key };
}

/** Makes the request that the server gets. */
export function enrollmentRequestOf(
  { ca: certificateAuthority, username, terms, source, validity }: EnrollmentPlan,
  { form, der }: Pick<RequestFile, 'form' | 'der'>,
): EnrollmentRequest {
  if (terms.by === 'password') {
    const request = { certificateRequest: der.toBase64(), certificateRequestType: form };
    return { by: 'password', certificateAuthority, username, password: terms.password, ...request };
  }
  const { profile: certificateProfile, endEntityProfile, email } = terms;
  const registration = { certificateAuthority, username, certificateProfile, endEntityProfile, email, validity };
  if (source.kind === 'new-key' || form === 'PKCS10') {
    const certificateRequest = formatPem('CERTIFICATE REQUEST', der);
    const given = source.kind === 'new-key' ? undefined : source.subject;
    return { by: 'pkcs10', ...registration, certificateRequest, subjectDn: given?.toString() };
  }
  const names = source.names ?? source.request.names;
  return {
    by: 'record',
    ...registration,
    certificateRequest: der.toBase64(),
    certificateRequestType: form,
    subjectDn: (source.subject ?? source.request.subject)!.toString(),
    subjectAltName: names.length === 0 ? undefined : formatGeneralNames(names),
  };
}

/** Returns whether it is certain that no certificate was issued: the server said no, or the request never left. */
function isWithoutEffect(error: unknown): boolean {
  if (error instanceof RefusedError) return error.status < 500 || error.notDone;
  return error instanceof ConnectionError && !error.mayHaveArrived;
}
