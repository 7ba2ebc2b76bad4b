/** The type of rules on certification requests. */
import type { RequestUnderLint } from '../request/request-under-lint.ts';
import type { Rule } from '../rule.ts';

export type RequestRule = Rule<RequestUnderLint>;

/** Gives a rule its type. */
export function requestRule(rule: RequestRule): RequestRule {
  return rule;
}
