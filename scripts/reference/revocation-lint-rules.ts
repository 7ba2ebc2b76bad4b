/** The page of the rules of lint on CRLs, OCSP responses and requests, with the lints of zlint that they answer. */
import { CRL_ENTRY_EXTENSION_RULES, CRL_ENTRY_RULES, CRL_RULES } from '../../packages/lint/src/rules/crl/index.ts';
import { CRL_TLS_ENTRY_EXTENSION_RULES, CRL_TLS_RULES } from '../../packages/lint/src/rules/crl-tls/index.ts';
import { OCSP_RULES } from '../../packages/lint/src/rules/ocsp/index.ts';
import { OCSP_TLS_RULES } from '../../packages/lint/src/rules/ocsp-tls/index.ts';
import { REQUEST_RULES } from '../../packages/lint/src/rules/request/index.ts';
import { ZLINT_REVOCATION_ROWS } from '../../packages/lint/test/zlint-revocation-rows.ts';
import { code, table, title } from './markdown.ts';

const { version, crl: CRL_LINTS, ocsp: OCSP_LINTS } = ZLINT_REVOCATION_ROWS;

/** Writes the page. */
export function revocationLintRulesPage(): string {
  return [
    title('Rules of lint for CRLs, OCSP responses and requests'),
    'What lint says of everything but [certificates](lint-rules.md). An error refuses a CRL that is to be signed. A rule with days holds for ',
    'CRLs whose `thisUpdate`, and OCSP responses whose `producedAt`, is on the first day or later, and before the last; requests have no date, and are ',
    'held to the rules of today. Rules that begin with `rfc5280/` or `tls/` hold for certificates as well. The last column names the lints of ',
    `[zlint](https://github.com/zmap/zlint) ${version} that find the same.\n\n`,
    '## CRLs: RFC 5280\n\nAlways run.\n\n',
    rulesTable([...CRL_RULES, ...CRL_ENTRY_RULES, ...CRL_ENTRY_EXTENSION_RULES], CRL_LINTS),
    '\n## CRLs: Baseline Requirements for TLS\n\nRun where they are asked for.\n\n',
    rulesTable([...CRL_TLS_RULES, ...CRL_TLS_ENTRY_EXTENSION_RULES], CRL_LINTS),
    '\n## OCSP responses: RFC 6960\n\nAlways run.\n\n',
    rulesTable(OCSP_RULES, OCSP_LINTS),
    '\n## OCSP responses: Baseline Requirements for TLS\n\nRun where they are asked for.\n\n',
    rulesTable(OCSP_TLS_RULES, OCSP_LINTS),
    '\n## Certification requests: RFC 2986\n\nAlways run.\n\n',
    rulesTable(REQUEST_RULES, {}),
  ].join('');
}

type Rules = readonly Pick<(typeof CRL_RULES)[number], 'name' | 'clause' | 'level' | 'from' | 'until'>[];

function rulesTable(rules: Rules, lints: Readonly<Record<string, readonly string[]>>): string {
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
        Object.entries(lints)
          .flatMap(([lint, row]) => (row.includes(name) ? [code(lint)] : []))
          .join(', '),
      ]),
  );
}
