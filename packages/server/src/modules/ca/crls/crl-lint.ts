/** Lint of CRLs against RFC 5280, off the main thread, which a million entries would block. */
import type { CrlLintOptions, Finding } from '@sealwright/lint';
import type { Der } from '@sealwright/pki';
import type { Lint } from '../issuance/index.ts';
import type { CrlSettings } from '../settings/index.ts';

/** Linter of CRLs on another thread. */
export interface CrlLints {
  /**
   * Lints the to-be-signed bytes. They are transferred to the other thread and back without a copy, so the given array, and any other view of its
   * buffer, is empty afterwards.
   */
  lint(bytes: Der<'TbsCrl'>, options: CrlLintOptions): Promise<LintedCrl>;
}

/** Result of a lint with the bytes, transferred back. */
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
 * Returns the rules whose errors only warn. These are the rules that contradict explicit settings of the CA, if no baseline requirements apply, and
 * the rule on reason codes, since revocations with such reasons exist and without the exception no further CRL could be made.
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
  // Stored before addresses were validated: a CRL with such an address is better than none.
  exceptions.add('crl/issuing-distribution-point-address');
  return exceptions;
}
