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
      const { settings, ofRoot } = toBeSigned;
      const requirements = settings.baselineRequirements === 'NONE' ? [] : [settings.baselineRequirements];
      const { bytes, findings } = await lints.lint(toBeSigned.bytes, { requirements, coversCas: ofRoot });
      const exceptions = exceptionsOf(settings);
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

/**
 * Returns the rules whose errors only warn: those that the settings of the CA go against by their own words, where no requirements are to be followed, since an
 * administrator has decided so; and the one on reasons, of revocations that stand, without which a CRL would be made no more.
 */
function exceptionsOf(settings: CrlSettings): ReadonlySet<string> {
  const exceptions = new Set(['crl-tls/reason-code-allowed']);
  if (settings.baselineRequirements !== 'NONE') return exceptions;
  const { authorityKeyIdentifier, number, issuingDistributionPoint } = settings;
  if (authorityKeyIdentifier === undefined) exceptions.add('crl/authority-key-identifier-present');
  if (authorityKeyIdentifier?.critical === true) exceptions.add('rfc5280/authority-key-identifier-not-critical');
  if (number === undefined) exceptions.add('crl/number-present');
  if (number?.critical === true) exceptions.add('crl/number-not-critical');
  if (issuingDistributionPoint?.critical === false) exceptions.add('crl/issuing-distribution-point-critical');
  // Stored before anybody looked at its form: a CRL with such an address is better than none.
  exceptions.add('crl/issuing-distribution-point-address');
  return exceptions;
}
