/** The type of rules on certification requests. */
import type { RequestUnderLint } from '../request/request-under-lint.ts';
import type { Rule, WrittenRule } from '../rule.ts';

export type RequestRule = Rule<RequestUnderLint>;

/** Gives a rule its type and its level. */
export function requestRule(rule: WrittenRule<RequestRule>): RequestRule {
  return { level: 'error', ...rule };
}
