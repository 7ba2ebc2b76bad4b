/** Dry runs of enrollments: what would be issued, without a file and without a certificate. */
import { UsageError } from '../errors.ts';
import { formatTable, printable, type Result } from '../terminal/output.ts';
import type { DryRun, DryRunField } from '../rest/dry-run.ts';
import type { PendingApproval } from '../rest/pending-approval.ts';
import type { Session } from '../session.ts';
import { buildRequest } from './certification-request.ts';
import { enrollmentRequestOf } from './enroll.ts';
import { readFinalizationPassword, requireRequestNumber } from './finalize.ts';
import { keystoreRequest, approvedKeystore } from './keystore.ts';
import { makeKey } from './key-types.ts';
import { type EnrollmentPlan, type EnrollOptions, planEnrollment } from './plan.ts';
import type { RequestFile } from './request-file.ts';
import { sentence } from './result.ts';

/** The options of `enroll --dry-run`, as commander collects them. */
export type DryRunOptions = Omit<EnrollOptions, 'out'> & { readonly out?: string; readonly keystore?: string };

/**
 * Has the server tell what it would issue. A key that is made for the request is forgotten.
 *
 * @throws {CliError}
 */
export async function dryRunOf(session: Session, options: DryRunOptions): Promise<DryRun | PendingApproval> {
  const { finalize, keystore, username } = options;
  const during = <T>(answer: Promise<T>) =>
    session.progress.during(`waiting for ${session.options.server.host}`, answer);
  if (finalize !== undefined) {
    requireRequestNumber(finalize);
    const approved =
      keystore === undefined
        ? { format: 'DER', password: await readFinalizationPassword(session, options.passwordFile), key: undefined }
        : await approvedKeystore(session, { ...options, keystore });
    return during((await session.connect()).dryRunOfFinalization(finalize, approved));
  }
  if (keystore !== undefined) {
    if (username === undefined) throw new UsageError('--username is missing: the end entity of the keystore');
    const request = await keystoreRequest(session, { ...options, keystore, username });
    return during((await session.connect()).dryRunOfKeystore(request));
  }
  const plan = await planEnrollment(session, { ...options, out: options.out ?? 'unused' });
  const request = await requestOf(session, plan);
  return during((await session.connect()).dryRunOfEnrollment(enrollmentRequestOf(plan, request)));
}

/** Makes the text that the command shows. */
export function dryRunResult(dryRun: DryRun): Result {
  const { fields, leftOut, findings, caa } = dryRun;
  return {
    text: () =>
      [
        verdictOf(dryRun),
        formatTable(['FIELD', 'VALUE', 'DECIDED BY', 'BECAUSE'], fields.map(rowOf)),
        ...section(
          'left out:',
          ['FIELD', 'ASKED FOR BY'],
          leftOut.map(({ field, decidedBy }) => [field, decidedBy]),
        ),
        ...section(
          'lint:',
          ['LEVEL', 'RULE', 'CLAUSE', 'FINDING'],
          findings.map(({ level, rule, clause, message }) => [level, rule, clause, message]),
        ),
        ...section(
          'CAA:',
          ['RECORDS'],
          caa.map((line) => [line]),
        ),
      ].join('\n'),
    json: dryRun.json,
  };
}

function verdictOf({ refusals, approvalRequired, wouldBeIssued }: DryRun): string {
  if (wouldBeIssued) return 'dry run: it would be issued\n';
  const refused = refusals.map((message) => `dry run: it would be refused: ${sentence(printable(message))}\n`);
  return [...refused, ...(approvalRequired ? ['dry run: others would have to approve it\n'] : [])].join('');
}

function rowOf({ field, critical, value, decidedBy, because }: DryRunField): readonly string[] {
  // The octets of a key are of no interest here; `--json` has them.
  const shown = field === 'subjectPublicKeyInfo' ? value.slice(0, 1) : value;
  return [`${field}${critical ? ' (critical)' : ''}`, shown.join(', '), decidedBy, because];
}

function section(title: string, headings: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  return rows.length === 0 ? [] : [`${title}\n${formatTable(headings, rows)}`];
}

async function requestOf(session: Session, { source }: EnrollmentPlan): Promise<Pick<RequestFile, 'form' | 'der'>> {
  if (source.kind !== 'new-key') return source.request;
  const { key, subject, names } = source;
  const made = typeof key === 'string' ? await session.progress.during(`making a key (${key})`, makeKey(key)) : key;
  return { form: 'PKCS10', der: buildRequest(made, subject, names).der };
}
