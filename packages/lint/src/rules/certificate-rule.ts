/** The type of rules on certificates. */
import type { CertificateUnderLint } from '../certificate/certificate-under-lint.ts';
import type { Rule } from '../rule.ts';

export type CertificateRule = Rule<CertificateUnderLint>;

/** Gives a rule its type. */
export function certificateRule(rule: CertificateRule): CertificateRule {
  return rule;
}
