/** The page of the rules of lint, with the lints of zlint that they answer. */
import { CODE_SIGNING_RULES } from '../../packages/lint/src/rules/code-signing/index.ts';
import { PQ_RULES } from '../../packages/lint/src/rules/pq/index.ts';
import { RFC5280_RULES } from '../../packages/lint/src/rules/rfc5280/index.ts';
import { SMIME_RULES } from '../../packages/lint/src/rules/smime/index.ts';
import { TLS_RULES } from '../../packages/lint/src/rules/tls/index.ts';
import { ZLINT_LINTS, ZLINT_ROWS } from '../../packages/lint/test/zlint-rows.ts';
import { code, table, title } from './markdown.ts';

/** Writes the page. */
export function lintRulesPage(): string {
  return [
    title('Rules of lint'),
    'What lint says of certificates. An error refuses what is to be signed. A rule with days holds for ',
    'certificates whose `notBefore` is on the first day or later, and before the last. The last column names the lints of ',
    `[zlint](https://github.com/zmap/zlint) ${ZLINT_ROWS.version} that find the same.\n\n`,
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
    table(
      ['Lint', 'Reason'],
      Object.entries(ZLINT_LINTS).flatMap(([lint, row]) => (typeof row === 'string' ? [[code(lint), row]] : [])),
    ),
    '\n## Sources of zlint without a rule\n\n',
    table(
      ['Source', 'Reason'],
      Object.entries(ZLINT_ROWS.sourcesWithoutRows).map(([source, reason]) => [code(source), reason]),
    ),
  ].join('');
}

type Rules = typeof RFC5280_RULES;

function rulesTable(rules: Rules): string {
  return table(
    ['Rule', 'Clause', 'Level', 'From', 'Until', 'zlint'],
    rules
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .map(({ name, clause, level, from = '', until = '' }) => [
        code(name),
        clause,
        level,
        from,
        until,
        lintsOf(name).map(code).join(', '),
      ]),
  );
}

function lintsOf(rule: string): readonly string[] {
  return Object.entries(ZLINT_LINTS).flatMap(([lint, row]) =>
    typeof row !== 'string' && row.includes(rule) ? [lint] : [],
  );
}
