/** The types of rules on CRLs. */
import type { CrlHead, CrlUnderLint } from '../crl/crl-under-lint.ts';
import type { EntryExtensionsUnderLint } from '../crl/entry-extensions.ts';
import type { EntryUnderLint } from '../crl/entry-under-lint.ts';
import type { Rule, WrittenRule } from '../rule.ts';

/** Looks at the fields, and at a summary of the entries. */
export type CrlRule = Rule<CrlUnderLint>;

/** Looks at the extensions of an entry, once for all entries with the same. */
export type CrlEntryExtensionRule = Rule<EntryExtensionsUnderLint>;

/** Looks at serial number and date of every entry. It runs a million times, so it makes no objects and never throws. */
export interface CrlEntryRule extends Omit<Rule<never>, 'appliesTo' | 'check'> {
  /** Returns a sentence, without its full stop, for a violation: the value, and what would be right. */
  readonly check: (entry: EntryUnderLint, head: CrlHead) => string | undefined;
}

/** Gives a rule its type and its level. */
export function crlRule(rule: WrittenRule<CrlRule>): CrlRule {
  return { level: 'error', ...rule };
}

/** Gives a rule its type and its level. */
export function crlEntryExtensionRule(rule: WrittenRule<CrlEntryExtensionRule>): CrlEntryExtensionRule {
  return { level: 'error', ...rule };
}

/** Gives a rule its type and its level. */
export function crlEntryRule(rule: WrittenRule<CrlEntryRule>): CrlEntryRule {
  return { level: 'error', ...rule };
}
