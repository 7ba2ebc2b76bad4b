/**
 * pkilint as a witness for our lint of CRLs and OCSP responses, over its own fixtures and the data of zlint's tests:
 * `node scripts/run-tests.ts clients pkilint-revocation`.
 */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type Finding, lintCrl, lintOcspResponse } from '../../../packages/lint/src/index.ts';
import { PKILINT_ROWS } from '../../../packages/lint/test/pkilint-rows.ts';
import { type Difference, unexplained } from './pkilint-differences.ts';
import { type ForPkilint, Pkilint, type PkilintAnswer, pkilintFixtures } from './pkilint.ts';
import { Zlint } from './zlint.ts';

/** An object with what everybody says of it. */
interface Linted extends ForPkilint, PkilintAnswer {
  /** The errors of zlint; none for pkilint's fixtures. */
  readonly zlint: readonly string[];
}

const UNFOUND: readonly Difference[] = [
  {
    names: ['cabf.crl_invalid_validity_period'],
    files: ['zlint/crl_nextupdate_nup1_sub0_len1_eff0.pem', 'zlint/crl_nextupdate_nup1_sub1_len1_eff0.pem'],
    reason: 'they are older than the requirement, whose date pkilint does not know',
  },
  {
    names: ['cabf.crl_prohibited_reason_code'],
    files: ['zlint/crlWithDuplicatesInCRLEntryExtensions.pem'],
    reason: 'its thisUpdate cannot be read, so no rule with a date holds',
  },
];

const UNSHARED: readonly Difference[] = [
  {
    names: ['crl-tls/signature-algorithm'],
    files: ['zlint/crl_rsa_sha224_nul1_effx.pem'],
    reason: 'SHA-224 is not among the algorithms of 7.1.3.2.1, for which pkilint has no validation of CRLs',
  },
  {
    names: ['rfc5280/rsa-signature-parameters'],
    files: ['zlint/crl_rsa_sha256_nul0_eff0.pem'],
    reason: 'pkilint does not look at the parameters of the algorithm of a CRL',
  },
  {
    names: ['ocsp/responder-id'],
    files: ['zlint/ocspThisUpdateNotAfterProducedAt', 'zlint/ocspThisUpdateNotAfterProducedAt.der'],
    reason: 'the responder is an empty name, which pkilint lets pass',
  },
];

describe('lint of CRLs and OCSP responses, and pkilint', () => {
  let linted: readonly Linted[];

  before(async () => {
    linted = await lintAll();
    assert.ok(linted.length > 100);
  });

  it('finds every error of pkilint by a rule of its row', () => {
    const rows = { ...PKILINT_ROWS.crl, ...PKILINT_ROWS.ocsp };
    const unfound = linted.flatMap((one) => {
      const found = new Set(findings(one).map(({ rule }) => rule));
      return one.errors
        .filter(({ code }) => {
          const row = rows[code];
          return Array.isArray(row) && !row.some((rule: string) => found.has(rule));
        })
        .map(({ code, message }) => ({ name: code, file: one.file, message }));
    });
    assert.deepEqual(unexplained(unfound, UNFOUND), []);
  });

  it('finds no error where pkilint and zlint find none', () => {
    const unshared = linted
      .filter(({ errors, unreadable, zlint }) => errors.length === 0 && unreadable === undefined && zlint.length === 0)
      .flatMap((one) =>
        findings(one)
          .filter(({ level }) => level === 'error')
          .map(({ rule, message }) => ({ name: rule, file: one.file, message })),
      );
    assert.deepEqual(unexplained(unshared, UNSHARED), []);
  });
});

async function lintAll(): Promise<readonly Linted[]> {
  const fixtures = (await pkilintFixtures()).filter(({ linter }) => linter === 'crl' || linter === 'arl');
  const zlint = await Zlint.build();
  const theirs = (await zlint.ownRevocations()).map(({ file, kind, der, errors }) => ({
    file: `zlint/${file}`,
    der: Buffer.from(der, 'base64'),
    linter: kind,
    ...(kind === 'crl' ? { type: 'BR' } : {}),
    zlint: errors,
  }));
  zlint.remove();
  const all = [...fixtures.map((one) => ({ ...one, zlint: [] })), ...theirs];
  const answers = await new Pkilint().lint(all);
  return all.map((one, at) => ({ ...one, ...answers[at]! }));
}

function findings({ der, linter, type }: ForPkilint): readonly Finding[] {
  if (linter === 'ocsp') return lintOcspResponse(der, { requirements: ['TLS'] });
  return lintCrl(der, { requirements: type === 'BR' ? ['TLS'] : [], coversCas: linter === 'arl' });
}
