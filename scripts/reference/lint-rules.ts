/** The page of the rules of lint, with the lints of zlint and the validations of pkilint that they answer. */
import { CODE_SIGNING_RULES } from '../../packages/lint/src/rules/code-signing/index.ts';
import { PQ_RULES } from '../../packages/lint/src/rules/pq/index.ts';
import { RFC5280_RULES } from '../../packages/lint/src/rules/rfc5280/index.ts';
import { SMIME_RULES } from '../../packages/lint/src/rules/smime/index.ts';
import { TLS_RULES } from '../../packages/lint/src/rules/tls/index.ts';
import { PKILINT_ROWS, PKILINT_VALIDATIONS } from '../../packages/lint/test/pkilint-rows.ts';
import { ZLINT_LINTS, ZLINT_ROWS } from '../../packages/lint/test/zlint-rows.ts';
import { code, table, title } from './markdown.ts';

/** Writes the page. */
export function lintRulesPage(): string {
  return [
    title('Rules of lint'),
    'What lint says of certificates. An error refuses what is to be signed. A rule with days holds for ',
    'certificates whose `notBefore` is on the first day or later, and before the last. The last columns name the lints of ',
    `[zlint](https://github.com/zmap/zlint) ${ZLINT_ROWS.version} and the validations of `,
    `[pkilint](https://github.com/digicert/pkilint) ${PKILINT_ROWS.version} that find the same.\n\n`,
    '## RFC 5280\n\nAlways run.\n\n',
    rulesTable(RFC5280_RULES),
    '\n## Post-quantum algorithms\n\nAlways run.\n\n',
    rulesTable(PQ_RULES),
    '\n## Baseline Requirements for TLS\n\nRun where they are asked for.\n\n',
    rulesTable(TLS_RULES),
    '\n## Baseline Requirements for S/MIME\n\nRun where they are asked for.\n\n',
    rulesTable(SMIME_RULES),
    '\n## Baseline Requirements for code signing\n\nRun where they are asked for.\n\n',
    rulesTable(CODE_SIGNING_RULES),
    '\n## Lints of zlint without a rule\n\n',
    withoutRule('Lint', ZLINT_LINTS),
    '\n## Sources of zlint without a rule\n\n',
    table(
      ['Source', 'Reason'],
      Object.entries(ZLINT_ROWS.sourcesWithoutRows).map(([source, reason]) => [code(source), reason]),
    ),
    '\n## Validations of pkilint without a rule\n\n',
    withoutRule('Validation', PKILINT_VALIDATIONS),
  ].join('');
}

type Rows = Readonly<Record<string, readonly string[] | string>>;

type Rules = typeof RFC5280_RULES;

function rulesTable(rules: Rules): string {
  return table(
    ['Rule', 'Clause', 'Level', 'From', 'Until', 'zlint', 'pkilint'],
    rules
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .map(({ name, clause, level, from = '', until = '' }) => [
        code(name),
        clause,
        level,
        from,
        until,
        answeredBy(name, ZLINT_LINTS),
        answeredBy(name, PKILINT_VALIDATIONS),
      ]),
  );
}

function answeredBy(rule: string, rows: Rows): string {
  return Object.entries(rows)
    .flatMap(([name, row]) => (typeof row !== 'string' && row.includes(rule) ? [code(name)] : []))
    .join(', ');
}

function withoutRule(what: string, rows: Rows): string {
  return table(
    [what, 'Reason'],
    Object.entries(rows).flatMap(([name, row]) => (typeof row === 'string' ? [[code(name), row]] : [])),
  );
}
