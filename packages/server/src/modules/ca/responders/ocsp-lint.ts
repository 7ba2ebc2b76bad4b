import { type Finding, lintToBeSignedOcspResponse, OcspTemplate } from '@sealwright/lint';
import type { Lint } from '../issuance/index.ts';

/**
 * Makes the lint of OCSP responses. The findings on the first response of a shape are those on all that fit it, which costs less than a lint of each; one
 * that does not fit is linted by itself.
 */
export function ocspLint(): Lint {
  const templates = new Map<string, OcspTemplate>();
  return {
    name: 'ocsp',
    check(toBeSigned) {
      if (toBeSigned.kind !== 'OCSP response') return [];
      const { bytes, shape, requirements } = toBeSigned;
      const name = `${requirements.join()} ${shape}`;
      const known = templates.get(name);
      if (known?.fits(bytes) === true) return findingsOf(known.findings);
      if (known !== undefined) return findingsOf(lintToBeSignedOcspResponse(bytes, { requirements }));
      const template = new OcspTemplate(bytes, { requirements });
      if (templates.size === MAX_TEMPLATES) templates.delete(templates.keys().next().value!);
      templates.set(name, template);
      return findingsOf(template.findings);
    },
  };
}

function findingsOf(findings: readonly Finding[]) {
  return findings.map(({ level, rule, clause, message }) => ({
    severity: level === 'error' && !EXCEPTIONS.has(rule) ? ('refuse' as const) : ('warn' as const),
    rule,
    clause,
    message,
  }));
}

/** A reason that requirements do not allow is that of a revocation that stands. No answer would be worse, since relying parties take the certificate for good then. */
const EXCEPTIONS = new Set(['ocsp-tls/reason-allowed', 'ocsp-tls/reason-code-absent', 'ocsp-tls/reason-of-ca']);
const MAX_TEMPLATES = 1000;
