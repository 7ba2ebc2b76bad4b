/** The types of rules on OCSP responses. */
import type { OcspResponseUnderLint, ResponseDataUnderLint } from '../ocsp/ocsp-response-under-lint.ts';
import type { Rule, WrittenRule } from '../rule.ts';

/** Looks at a response as it travels, with what is around the signed data. */
export type OcspRule = Rule<OcspResponseUnderLint>;

/** Gives a rule its type and its level. */
export function ocspRule(rule: WrittenRule<OcspRule>): OcspRule {
  return { level: 'error', ...rule };
}

/** Gives a rule on the data that is signed its type and its level. It has nothing to say of a response without any. */
export function ocspDataRule(
  rule: Omit<WrittenRule<OcspRule>, 'check' | 'appliesTo'> & {
    readonly check: (data: ResponseDataUnderLint, response: OcspResponseUnderLint) => ReturnType<OcspRule['check']>;
  },
): OcspRule {
  const { check, ...rest } = rule;
  return {
    level: 'error',
    ...rest,
    check: (response) => (response.data === undefined ? undefined : check(response.data, response)),
  };
}
