import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PKILINT_VALIDATIONS } from '../../test/pkilint-rows.ts';
import { rulesInFiles } from '../../test/rule-files.ts';
import { ZLINT_LINTS } from '../../test/zlint-rows.ts';
import { LINT_RULES } from '../lint-certificate.ts';
import { CRL_LINT_RULES } from '../lint-crl.ts';
import { CODE_SIGNING_RULES } from './code-signing/index.ts';
import { OCSP_RULES } from './ocsp/index.ts';
import { PQ_RULES } from './pq/index.ts';
import { RFC5280_RULES } from './rfc5280/index.ts';
import { SMIME_RULES } from './smime/index.ts';
import { TLS_RULES } from './tls/index.ts';

const FOLDERS = {
  'code-signing': CODE_SIGNING_RULES,
  pq: PQ_RULES,
  rfc5280: RFC5280_RULES,
  smime: SMIME_RULES,
  tls: TLS_RULES,
};

describe('lists of rules', () => {
  for (const [folder, rules] of Object.entries(FOLDERS)) {
    it(`${folder} lists every rule of its files, under its name`, async () => {
      const names = rules.map(({ name }) => name);
      assert.deepEqual(names.toSorted(), (await rulesInFiles(folder)).toSorted());
      for (const name of names) assert.match(name, new RegExp(`^${folder}/[a-z0-9-]+$`));
    });

    it(`${folder} names a clause and readable days`, () => {
      for (const { name, clause, from, until } of rules) {
        assert.match(clause, /§|[0-9]/, name);
        for (const day of [from, until]) assert.match(day ?? '2020-01-01', /^\d{4}-\d\d-\d\d$/, name);
      }
    });
  }
});

describe('rows of other linters', () => {
  const rules = new Set([...LINT_RULES, ...CRL_LINT_RULES, ...OCSP_RULES.map(({ name }) => name), 'rfc5280/readable']);
  const tables = { zlint: ZLINT_LINTS, pkilint: PKILINT_VALIDATIONS };
  for (const [linter, rows] of Object.entries(tables)) {
    it(`of ${linter} name rules that there are, or a reason`, () => {
      for (const [name, row] of Object.entries(rows)) {
        if (typeof row === 'string') assert.ok(row.length > 0, name);
        else assert.ok(row.length > 0 && row.every((rule) => rules.has(rule)), `${name}: ${row.join(', ')}`);
      }
    });
  }
});
