/** The types of rules on CRLs. */
import type { CrlHead, CrlUnderLint } from '../crl/crl-under-lint.ts';
import type { EntryExtensionsUnderLint } from '../crl/entry-extensions.ts';
import type { EntryUnderLint } from '../crl/entry-under-lint.ts';
import type { Rule } from '../rule.ts';

/** Looks at the fields, and at a summary of the entries. */
export type CrlRule = Rule<CrlUnderLint>;

/** Looks at the extensions of an entry, once for all entries with the same. */
export type CrlEntryExtensionRule = Rule<EntryExtensionsUnderLint>;

/** Looks at serial number and date of every entry. It runs a million times, so it makes no objects and never throws. */
export interface CrlEntryRule extends Omit<Rule<never>, 'appliesTo' | 'check'> {
  /** Returns a sentence, without its full stop, for a violation: the value, and what would be right. */
  readonly check: (entry: EntryUnderLint, head: CrlHead) => string | undefined;
}

/** Gives a rule its type. */
export function crlRule(rule: CrlRule): CrlRule {
  return rule;
}

/** Gives a rule its type. */
export function crlEntryExtensionRule(rule: CrlEntryExtensionRule): CrlEntryExtensionRule {
  return rule;
}

/** Gives a rule its type. */
export function crlEntryRule(rule: CrlEntryRule): CrlEntryRule {
  return rule;
}
