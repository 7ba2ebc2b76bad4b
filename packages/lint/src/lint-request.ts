/** Lint of certification requests. */
import { MalformedError } from './ber/malformed.ts';
import { RequestUnderLint } from './request/request-under-lint.ts';
import { type Finding, ruleSet, runRules } from './rule.ts';
import { REQUEST_RULES } from './rules/request/index.ts';

/** Returns the findings on a whole PKCS #10 request. Its signature is not verified. Never throws, whatever the octets are. */
export function lintCertificationRequest(octets: Uint8Array): readonly Finding[] {
  try {
    // A request has no date, so rules that have not always held hold as they do now.
    return runRules(RULES, new RequestUnderLint(octets), Number.MAX_SAFE_INTEGER);
  } catch (error) {
    if (error instanceof MalformedError) return [{ ...UNREADABLE, message: error.message }];
    throw error;
  }
}

const RULES = ruleSet(REQUEST_RULES);
const UNREADABLE = { rule: 'request/readable', clause: 'RFC 2986 §4', level: 'error' } as const;
