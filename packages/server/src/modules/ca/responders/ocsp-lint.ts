import { type Finding, lintToBeSignedOcspResponse, OcspTemplate } from '@sealwright/lint';
import type { Lint } from '../issuance/index.ts';

/**
 * Returns the lint of OCSP responses. Findings on the first response of a shape are reused for all responses that fit it, which costs less than
 * linting each; a response that does not fit is linted itself.
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

/**
 * Rules whose errors only warn. Revocations with reasons that baseline requirements do not allow exist, and without an answer relying parties would
 * consider the certificate good.
 */
const EXCEPTIONS = new Set(['ocsp-tls/reason-allowed', 'ocsp-tls/reason-code-absent', 'ocsp-tls/reason-of-ca']);
const MAX_TEMPLATES = 1000;
