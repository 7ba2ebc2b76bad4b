/**
 * pkilint as a witness for our lint, over its own fixtures and over the certificates of zlint's tests:
 * `node scripts/run-tests.ts clients pkilint`.
 *
 * It needs Python with PyPI, from which pkilint comes by its hashes, Go with its module proxy for zlint, and a clone of pkilint's repository, from
 * GitHub or from `PKILINT_REPOSITORY`.
 */
import { formatPem } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { CertificateUnderLint } from '../../../packages/lint/src/certificate/certificate-under-lint.ts';
import { hasPolicy, TlsPolicy } from '../../../packages/lint/src/certificate/roles.ts';
import { type Finding, lintCertificate, type Requirements } from '../../../packages/lint/src/index.ts';
import { RULE_SETS } from '../../../packages/lint/src/lint-certificate.ts';
import { runRules } from '../../../packages/lint/src/rule.ts';
import { PKILINT_ROWS, PKILINT_VALIDATIONS } from '../../../packages/lint/test/pkilint-rows.ts';
import { unexplained } from './pkilint-differences.ts';
import { UNFOUND, UNSHARED } from './pkilint-exceptions.ts';
import { type ForPkilint, Pkilint, type PkilintAnswer, type PkilintLinter, pkilintFixtures } from './pkilint.ts';
import { Zlint } from './zlint.ts';

/** An object with what everybody says of it. */
interface Linted extends ForPkilint, PkilintAnswer {
  /** The errors of zlint; none for what is not a certificate. */
  readonly zlint: readonly string[];
}

/** Rules beside those of RFC 5280, by the linter that has them too. */
const REQUIREMENTS: Readonly<Partial<Record<PkilintLinter, Requirements>>> = {
  serverauth: 'TLS',
  smime: 'SMIME',
};

/** Objects are held to the requirements of the day of pkilint's release, as pkilint holds them, and to those of their own days. */
const RELEASED = Date.UTC(2026, 3, 8) / 1000;

/** A part that cannot be read, in words of its own: rules that read it have nothing to say. */
const UNREADABLE: ReadonlySet<string> = new Set(['rfc5280/extension-value', 'rfc5280/time-form']);

describe('lint, and pkilint', () => {
  const pkilint = new Pkilint();
  let linted: readonly Linted[];

  before(async () => {
    linted = await lintAll(pkilint);
  });

  it('has a row for every validation of the levels ERROR and FATAL, and no other', async () => {
    const known = new Set<string>();
    for (const [linter, codes] of Object.entries(await pkilint.validations())) {
      const own = codes.filter((code) => !known.has(code));
      assert.deepEqual(Object.keys(PKILINT_ROWS[linter as keyof typeof PKILINT_ROWS]).toSorted(), own, linter);
      for (const code of own) known.add(code);
    }
  });

  it('finds every error of pkilint by a rule of its row', () => {
    const unfound = linted.flatMap((one) => {
      const found = new Set(findings(one, RELEASED).map(({ rule }) => rule));
      if ([...found].some((rule) => UNREADABLE.has(rule))) return [];
      return errorsOf(one)
        .filter(({ code }) => {
          const row = PKILINT_VALIDATIONS[code];
          assert.ok(row !== undefined, `${code} has no row`);
          return typeof row !== 'string' && !row.some((rule) => found.has(rule));
        })
        .map(({ code, message }) => ({ name: code, file: one.file, message }));
    });
    assert.deepEqual(unexplained(unfound, UNFOUND), []);
  });

  it('finds no error where pkilint and zlint find none', () => {
    const unshared = linted
      .filter((one) => errorsOf(one).length === 0 && one.zlint.length === 0)
      .flatMap((one) =>
        findings(one)
          .filter(({ level }) => level === 'error')
          .map(({ rule, message }) => ({ name: rule, file: one.file, message })),
      );
    assert.deepEqual(unexplained(unshared, UNSHARED), []);
  });
});

/** pkilint's fixtures, and the certificates of zlint's tests. */
async function lintAll(pkilint: Pkilint): Promise<readonly Linted[]> {
  const fixtures = (await pkilintFixtures()).filter(({ linter }) => linter in LINTED);
  const zlint = await Zlint.build();
  const theirs = await zlint.ownCertificates();
  const ofFixtures = await zlintOf(zlint, fixtures);
  zlint.remove();
  const certificates = theirs.flatMap(({ file, der, tls, errors }) =>
    (tls ? (['pkix', 'serverauth'] as const) : (['pkix'] as const)).map((linter) => ({
      file: `zlint/${file}`,
      der: Buffer.from(der, 'base64'),
      linter,
      zlint: errors,
    })),
  );
  const all = [...fixtures.map((one, at) => ({ ...one, zlint: ofFixtures[at]! })), ...certificates];
  const answers = await pkilint.lint(all);
  return all.map((one, at) => ({ ...one, ...answers[at]! })).filter(isApplicable);
}

/** Linters of pkilint whose objects our lint reads. */
const LINTED: Readonly<Partial<Record<PkilintLinter, true>>> = { pkix: true, serverauth: true, smime: true };

/** The errors of zlint in each fixture. */
async function zlintOf(zlint: Zlint, fixtures: readonly ForPkilint[]): Promise<readonly (readonly string[])[]> {
  const directory = mkdtempSync(path.join(tmpdir(), 'sealwright-fixtures-'));
  for (const [at, { der }] of fixtures.entries())
    writeFileSync(path.join(directory, `${at}.pem`), formatPem('CERTIFICATE', der));
  const linted = await zlint.lint(directory);
  rmSync(directory, { recursive: true });
  const byNumber = new Map(linted.map(({ file, errors }) => [Number.parseInt(file), errors]));
  return fixtures.map((_, at) => byNumber.get(at) ?? ['unreadable']);
}

/**
 * Returns whether the type that pkilint takes a certificate to be of is that which it says. For the TLS linter it takes for domain validated what
 * names no policy of the Baseline Requirements, and for a root whatever names itself as its issuer.
 */
function isApplicable({ file, linter, der, type }: Linted): boolean {
  if (linter !== 'serverauth' || !file.startsWith('zlint/')) return true;
  const certificate = CertificateUnderLint.whole(der);
  if (certificate.isCa) return certificate.isSelfIssued === (type === 'ROOT_CA');
  return !certificate.isSelfIssued && Object.values(TlsPolicy).some((policy) => hasPolicy(certificate, policy));
}

/** Returns the errors of pkilint; one that it cannot read is not ASN.1 to it. */
function errorsOf({ errors, unreadable }: PkilintAnswer): PkilintAnswer['errors'] {
  if (unreadable !== undefined) return [{ code: 'itu.invalid_asn1_syntax', message: unreadable }];
  return errors.filter(({ code }) => code !== 'base.unhandled_exception');
}

/** Returns our findings by the requirements of the day of issuance, and by those of another day as well where one is given. */
function findings({ linter, der }: ForPkilint, day?: number): readonly Finding[] {
  const requirements = REQUIREMENTS[linter] === undefined ? [] : [REQUIREMENTS[linter]];
  const own = lintCertificate(der, { requirements });
  if (day === undefined || own.some(({ rule }) => rule === 'rfc5280/readable')) return own;
  const certificate = CertificateUnderLint.whole(der);
  const sets = (['RFC 5280', ...requirements] as const).map((set) => RULE_SETS[set]);
  return [...own, ...sets.flatMap((set) => runRules(set, certificate, day))];
}
