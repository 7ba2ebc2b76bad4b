/** The answer to a dry run of an enrollment. */
import { UnexpectedAnswerError } from '../errors.ts';
import { JsonObject } from './json-object.ts';
import type { RestAnswer } from './rest-answer.ts';

/** Certificate that would be issued. */
export interface DryRun {
  readonly outcome: 'dry-run';
  /** True when nothing refuses it now, and nobody has to approve it. */
  readonly wouldBeIssued: boolean;
  readonly approvalRequired: boolean;
  /** Messages; the first one is what the enrollment would be refused with. */
  readonly refusals: readonly string[];
  readonly findings: readonly DryRunFinding[];
  /** Lines on what CAA records say. */
  readonly caa: readonly string[];
  readonly fields: readonly DryRunField[];
  readonly leftOut: readonly Omit<DryRunField, 'because' | 'critical' | 'value'>[];
  /** The certificate as text. */
  readonly text: string;
  /** All of it, as the server answered it. */
  readonly json: Readonly<Record<string, unknown>>;
}

export interface DryRunFinding {
  readonly level: string;
  readonly rule: string;
  readonly clause: string;
  readonly message: string;
}

export interface DryRunField {
  readonly field: string;
  readonly critical: boolean;
  readonly value: readonly string[];
  /** `certificate profile 'Web': keyUsage` */
  readonly decidedBy: string;
  readonly because: string;
}

/** @throws {@link UnexpectedAnswerError} also for the answer of a server that does not support dry runs and has issued the certificate */
export function readDryRun(answer: RestAnswer): DryRun {
  const body = JsonObject.parse(answer);
  if (body.optionalBoolean('dry_run') !== true) {
    const serialNumber = body.optionalText('serial_number') ?? '';
    throw new UnexpectedAnswerError(
      `the server does not support dry runs and issued the certificate ${serialNumber}; revoke it if you do not need it`,
    );
  }
  return {
    outcome: 'dry-run',
    wouldBeIssued: body.boolean('would_be_issued'),
    approvalRequired: body.boolean('approval_required'),
    refusals: body.objects('refusals').map((refusal) => refusal.text('error_message')),
    findings: body.objects('findings').map((finding) => ({
      level: finding.text('level'),
      rule: finding.optionalText('rule') ?? finding.text('lint'),
      clause: finding.optionalText('clause') ?? '',
      message: finding.text('message'),
    })),
    caa: body.texts('caa'),
    fields: body.objects('fields').map((field) => ({
      field: field.text('field'),
      critical: field.optionalBoolean('critical') ?? false,
      value: field.texts('value'),
      decidedBy: deciderOf(field),
      because: field.optionalText('because') ?? '',
    })),
    leftOut: body.objects('left_out').map((field) => ({ field: field.text('field'), decidedBy: deciderOf(field) })),
    text: body.text('certificate_text'),
    json: body.members(),
  };
}

function deciderOf(field: JsonObject): string {
  const [name, setting] = [field.optionalText('name'), field.optionalText('setting')];
  const document = name === undefined ? '' : ` '${name}'`;
  return `${field.text('decided_by')}${document}${setting === undefined ? '' : `: ${setting}`}`;
}
