/** The type of rules on certificates. */
import type { CertificateUnderLint } from '../certificate/certificate-under-lint.ts';
import type { Rule, WrittenRule } from '../rule.ts';

export type CertificateRule = Rule<CertificateUnderLint>;

/** Gives a rule its type and its level. */
export function certificateRule(rule: WrittenRule<CertificateRule>): CertificateRule {
  return { level: 'error', ...rule };
}
