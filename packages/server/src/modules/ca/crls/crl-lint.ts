/** Lint of CRLs against RFC 5280, off the main thread, which a million entries would hold up. */
import type { CrlLintOptions, Finding } from '@sealwright/lint';
import type { Der } from '@sealwright/pki';
import type { Lint } from '../issuance/index.ts';
import type { CrlSettings } from '../settings/index.ts';

/** Looks at CRLs on another thread. */
export interface CrlLints {
  /**
   * Lints what is to be signed. The bytes go to the other thread, without a copy, and come back: the array that is given has none any more, and
   * neither has any other on its buffer.
   */
  lint(bytes: Der<'TbsCrl'>, options: CrlLintOptions): Promise<LintedCrl>;
}

/** The bytes that were linted. */
export interface LintedCrl {
  readonly bytes: Der<'TbsCrl'>;
  readonly findings: readonly Finding[];
}

export function crlLint(lints: CrlLints): Lint {
  return {
    name: 'crl',
    async check(toBeSigned) {
      if (toBeSigned.kind !== 'CRL') return [];
      const { bytes, findings } = await lints.lint(toBeSigned.bytes, {});
      const exceptions = exceptionsOf(toBeSigned.settings);
      return {
        toBeSigned: { ...toBeSigned, bytes },
        findings: findings.map(({ level, rule, clause, message }) => ({
          severity: level === 'error' && !exceptions.has(rule) ? 'refuse' : 'warn',
          message,
          rule,
          clause,
        })),
      };
    },
  };
}

/** Returns the rules that the settings of the CA go against by their own words: an administrator has decided, and is warned. */
function exceptionsOf({ authorityKeyIdentifier, number, issuingDistributionPoint }: CrlSettings): ReadonlySet<string> {
  const exceptions = new Set<string>();
  if (authorityKeyIdentifier === undefined) exceptions.add('crl/authority-key-identifier-present');
  if (authorityKeyIdentifier?.critical === true) exceptions.add('rfc5280/authority-key-identifier-not-critical');
  if (number === undefined) exceptions.add('crl/number-present');
  if (number?.critical === true) exceptions.add('crl/number-not-critical');
  if (issuingDistributionPoint?.critical === false) exceptions.add('crl/issuing-distribution-point-critical');
  return exceptions;
}
