/** The query parameter `dryRun`: what an enrollment would issue, and where nothing knows the parameter, a refusal. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { EnrollmentDryRun } from '../../modules/ra/index.ts';
import { wordsOf } from '../../kernel/text/words-of-name.ts';
import { encodeBase64 } from './base64.ts';
import { DryRunMisplacedError, renderError } from './errors.ts';
import { ErrorBody } from './schemas.ts';

/** Returns the query of an operation that knows dry runs, and the shape of its answer for the description. */
export function dryRunSchema() {
  return { querystring: DryRunQuery, [DRY_RUN_ANSWER]: DryRunBody };
}

/** Answers a dry run. Always 200: the statuses that the enrollment would answer stand among the refusals. */
export function answerDryRun(reply: FastifyReply, dryRun: EnrollmentDryRun, request: FastifyRequest): FastifyReply {
  // The schema of the status is that of a certificate.
  return reply
    .code(200)
    .type('application/json; charset=utf-8')
    .serializer((body: unknown) => JSON.stringify(body))
    .send(dryRunBody(dryRun, request));
}

/**
 * Refuses `dryRun` where it would be ignored and the act be done, and any value of it but `true` and `false`. The parameter is known by its words, as
 * members are. A name that differs from it by signs and spaces alone, such as `dryRun[]`, is a misspelling: nothing else would read it. Both are refused
 * where clients might put them instead: among the members of the body.
 *
 * @throws {@link DryRunMisplacedError}
 */
export function refuseMisplacedDryRun({ method, query, body, routeOptions }: FastifyRequest): void {
  if (method === 'GET' || method === 'HEAD') return;
  const { properties = {} } = (routeOptions.schema?.querystring ?? {}) as { readonly properties?: object };
  const isKnown = Object.hasOwn(properties, PARAMETER);
  const [asked, misplaced] = [dryRunsIn(query), dryRunsIn(body)];
  if (!isKnown && asked.length + misplaced.length > 0) throw noDryRun();
  const isMisspelled = asked.some(([name]) => wordsOf(name) !== WORDS);
  if (isMisspelled || misplaced.length > 0)
    throw new DryRunMisplacedError('dryRun is a parameter of the query: ?dryRun=true');
  if (asked.some(([, value]) => value !== 'true' && value !== 'false'))
    throw new DryRunMisplacedError('dryRun has to be true or false');
}

/** Returns whether a name asks for a dry run, misspelled or not. */
export function isDryRun(name: string): boolean {
  return hasLettersInOrder(name) && name.replaceAll(/\P{L}/gu, '').toLowerCase() === WORDS;
}

/** Returns whether the letters of the parameter are in the name, one after the other. Nearly no name has them, and to look at all letters of each takes ten times as long. */
function hasLettersInOrder(name: string): boolean {
  let found = 0;
  for (let at = 0; at < name.length && found < WORDS.length; at++)
    if ((name.charCodeAt(at) | LOWER_CASE) === WORDS.charCodeAt(found)) found++;
  return found === WORDS.length;
}

/** Makes the refusal of an operation that has no dry run. */
export function noDryRun(): DryRunMisplacedError {
  return new DryRunMisplacedError('this operation has no dry run; leave dryRun out');
}

/** Returns the members that ask for a dry run, of an object or of each object of an array. */
function dryRunsIn(members: unknown): readonly (readonly [name: string, value: unknown])[] {
  const objects: readonly unknown[] = Array.isArray(members) ? members : [members];
  return objects.flatMap((object) =>
    typeof object === 'object' && object !== null ? Object.entries(object).filter(([name]) => isDryRun(name)) : [],
  );
}

function dryRunBody(dryRun: EnrollmentDryRun, request: FastifyRequest): Static<typeof DryRunBody> {
  const { tbs, text, fields, leftOut, findings, caa, refusals, approvalRequired, placeholderKey } = dryRun;
  return {
    dry_run: true,
    would_be_issued: refusals.length === 0 && !approvalRequired,
    approval_required: approvalRequired,
    refusals: refusals.map((error) => renderError(error, request).body as Static<typeof ErrorBody>),
    findings: findings.map(({ severity, lint, rule, clause, message }) => ({
      level: severity === 'refuse' ? 'error' : 'warning',
      lint,
      ...(rule === undefined ? {} : { rule }),
      ...(clause === undefined ? {} : { clause }),
      message,
    })),
    caa: [...caa],
    fields: fields.map(({ name, critical, lines, decision: { because, ...decision } }) => ({
      field: name,
      ...(critical === undefined ? {} : { critical }),
      value: [...lines],
      ...decidedBy(decision),
      ...(because === undefined ? {} : { because }),
    })),
    left_out: leftOut.map(({ field, ...asked }) => ({ field, ...decidedBy(asked) })),
    certificate_format: dryRun.format,
    certificate_text: text,
    tbs_certificate: encodeBase64(tbs),
    placeholder_key: placeholderKey,
  };
}

function decidedBy({
  by,
  name,
  setting,
}: Pick<EnrollmentDryRun['fields'][number]['decision'], 'by' | 'name' | 'setting'>) {
  return {
    decided_by: by,
    ...(name === undefined ? {} : { name }),
    ...(setting === undefined ? {} : { setting }),
  };
}

const PARAMETER = 'dryRun';
const WORDS = wordsOf(PARAMETER);
/** Bit by which a small letter of ASCII differs from its capital. No other letter has one of WORDS as its small one. */
const LOWER_CASE = 0x20;
/** Marks the shape in the description, which has one shape for each status. */
const DRY_RUN_ANSWER = 'x-dry-run-answer';

const DryRunQuery = Type.Object({
  [PARAMETER]: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        "Sealwright's own. With `true` nothing is signed, made or changed but the audit record and the count of wrong passwords. The answer is 200 with a DryRunRestResponse: what would be issued, who decides each field, and what would refuse it.",
    }),
  ),
});

const DECIDED_BY = {
  decided_by: Type.String({
    description:
      'certificate profile, end entity profile, CA, end entity, request (the certificate request), caller (the members of the body) or program.',
  }),
  name: Type.Optional(Type.String({ description: 'Of the document or the end entity.' })),
  setting: Type.Optional(Type.String({ description: 'Of the document; or the member of the body.' })),
};

const DryRunBody = Type.Object(
  {
    // No literal: the generator of clients in Java makes an enumeration of it that does not compile.
    dry_run: Type.Boolean({ description: 'Always true.' }),
    would_be_issued: Type.Boolean({ description: 'True when nothing refuses it now, and nobody has to approve it.' }),
    approval_required: Type.Boolean({ description: 'True when the enrollment would be answered 202.' }),
    refusals: Type.Array(ErrorBody, {
      description: 'Errors that the enrollment would end with now that the certificate is there; the first one counts.',
    }),
    findings: Type.Array(
      Type.Object(
        {
          level: Type.Enum(['error', 'warning'], { type: 'string', description: 'An error refuses the certificate.' }),
          lint: Type.String(),
          rule: Type.Optional(Type.String()),
          clause: Type.Optional(Type.String()),
          message: Type.String(),
        },
        { title: 'DryRunFinding' },
      ),
    ),
    caa: Type.Array(Type.String(), {
      description: 'What CAA records say of the names, where the certificate profile asks for it.',
    }),
    fields: Type.Array(
      Type.Object(
        {
          field: Type.String({ description: 'validity.notAfter, extensions.keyUsage, ...' }),
          critical: Type.Optional(Type.Boolean()),
          value: Type.Array(Type.String(), { description: 'Lines of text.' }),
          ...DECIDED_BY,
          because: Type.Optional(Type.String()),
        },
        { title: 'DryRunField' },
      ),
      { description: 'In the order of the certificate.' },
    ),
    left_out: Type.Array(Type.Object({ field: Type.String(), ...DECIDED_BY }, { title: 'DryRunLeftOut' }), {
      description: 'What was asked for, and is not in the certificate as it was asked for.',
    }),
    certificate_format: Type.Enum(['X.509', 'SSH'], { type: 'string' }),
    certificate_text: Type.String(),
    tbs_certificate: Type.String({
      format: 'byte',
      description: 'Base64 of the TBSCertificate in DER, or of what an SSH CA signs.',
    }),
    placeholder_key: Type.Boolean({ description: 'True when the key is generated in the enrollment only.' }),
  },
  { title: 'DryRunRestResponse' },
);
