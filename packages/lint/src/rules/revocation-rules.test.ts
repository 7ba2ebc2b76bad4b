import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rulesInFiles } from '../../test/rule-files.ts';
import { CRL_ENTRY_EXTENSION_RULES, CRL_ENTRY_RULES, CRL_RULES } from './crl/index.ts';
import { CRL_TLS_ENTRY_EXTENSION_RULES, CRL_TLS_RULES } from './crl-tls/index.ts';
import { OCSP_RULES } from './ocsp/index.ts';
import { OCSP_TLS_RULES } from './ocsp-tls/index.ts';
import { REQUEST_RULES } from './request/index.ts';

const FOLDERS = {
  crl: [...CRL_RULES, ...CRL_ENTRY_RULES, ...CRL_ENTRY_EXTENSION_RULES],
  'crl-tls': [...CRL_TLS_RULES, ...CRL_TLS_ENTRY_EXTENSION_RULES],
  ocsp: OCSP_RULES,
  'ocsp-tls': OCSP_TLS_RULES,
  request: REQUEST_RULES,
};

describe('lists of rules on CRLs, OCSP responses and requests', () => {
  for (const [folder, rules] of Object.entries(FOLDERS)) {
    it(`${folder} lists every rule of its files, under its name, beside rules on certificates that hold there, too`, async () => {
      const names = rules.map(({ name }) => name);
      const [own, others] = [
        names.filter((name) => name.startsWith(`${folder}/`)),
        names.filter((name) => !name.startsWith(`${folder}/`)),
      ];
      assert.deepEqual(own.toSorted(), (await rulesInFiles(folder)).toSorted());
      for (const name of others) assert.match(name, /^(?:rfc5280|tls)\//);
      assert.equal(new Set(names).size, names.length);
    });

    it(`${folder} names a clause and readable days`, () => {
      for (const { name, clause, from, until } of rules) {
        assert.match(clause, /§|[0-9]/, name);
        for (const day of [from, until]) assert.match(day ?? '2020-01-01', /^\d{4}-\d\d-\d\d$/, name);
      }
    });
  }
});
