/** Rules of lint, and how they are run. */
import { MalformedError } from './ber/malformed.ts';

/** `error` refuses what is to be signed; `warning` goes into the audit record. */
export type Level = 'error' | 'warning';

/** One requirement on a certificate, a CRL, a request or an OCSP response. Its name begins with that of its set. */
export interface Rule<Subject> {
  /** `rfc5280/basic-constraints-critical`. */
  readonly name: string;
  /** The clause that demands it: `RFC 5280 §4.2.1.9`. */
  readonly clause: string;
  readonly level: Level;
  /** The first day on which it holds, `2020-09-01`: for what is issued on that day or later (UTC). Always, unless given. */
  readonly from?: string;
  /** The first day on which it does not hold any more. */
  readonly until?: string;
  /** Returns whether the requirement speaks of this one. It speaks of every one unless given. */
  readonly appliesTo?: (subject: Subject) => boolean;
  /** Returns a sentence, without its full stop, for each violation: the value, and what would be right. */
  readonly check: (subject: Subject) => string | readonly string[] | undefined;
}

/** A rule as it is written: of the level `error` unless it says otherwise. */
export type WrittenRule<R extends { readonly level: Level }> = Omit<R, 'level'> & Partial<Pick<R, 'level'>>;

/** A violation of a rule. */
export interface Finding {
  readonly rule: string;
  readonly clause: string;
  readonly level: Level;
  readonly message: string;
}

/** Rules with their dates as numbers. */
export interface RuleSet<Subject> {
  readonly rules: readonly Dated<Rule<Subject>>[];
}

/** A rule with the seconds from which and until which it holds. */
export interface Dated<R> {
  readonly rule: R;
  readonly from: number;
  readonly until: number;
}

export function ruleSet<Subject>(rules: readonly Rule<Subject>[]): RuleSet<Subject> {
  return { rules: datedRules(rules) };
}

/** Returns the rules in the order of their names, which is that of the findings. */
export function datedRules<R extends Pick<Rule<never>, 'name' | 'from' | 'until'>>(
  rules: readonly R[],
): readonly Dated<R>[] {
  const inOrder = rules.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return inOrder.map((rule) => ({
    rule,
    from: rule.from === undefined ? -Infinity : secondsOfDay(rule.from),
    until: rule.until === undefined ? Infinity : secondsOfDay(rule.until),
  }));
}

/**
 * Returns the rules that hold at the time of issuance.
 *
 * @param issuedAt - as of {@link runRules}
 */
export function rulesAt<R>(rules: readonly Dated<R>[], issuedAt: number | undefined): readonly R[] {
  return rules.filter((dated) => holds(dated, issuedAt)).map(({ rule }) => rule);
}

/**
 * Runs the rules that hold at the time of issuance.
 *
 * @param issuedAt - seconds since 1970; rules with dates are not run when it is unknown
 */
export function runRules<Subject>(
  { rules }: RuleSet<Subject>,
  subject: Subject,
  issuedAt: number | undefined,
): readonly Finding[] {
  const findings: Finding[] = [];
  for (const dated of rules) if (holds(dated, issuedAt)) findings.push(...findingsOf(dated.rule, subject));
  return findings;
}

/** Runs one rule, whatever its days are. */
export function findingsOf<Subject>(rule: Rule<Subject>, subject: Subject): readonly Finding[] {
  const messages = messagesOf(rule, subject);
  if (messages === undefined || messages.length === 0) return NONE;
  const { name, clause, level } = rule;
  return (typeof messages === 'string' ? [messages] : messages).map((message) => ({
    rule: name,
    clause,
    level,
    message,
  }));
}

/**
 * Returns whether a rule holds at the time of issuance.
 *
 * @param issuedAt - as of {@link runRules}
 */
export function holds({ from, until }: Pick<Dated<unknown>, 'from' | 'until'>, issuedAt: number | undefined): boolean {
  if (from === -Infinity && until === Infinity) return true;
  return issuedAt !== undefined && issuedAt >= from && issuedAt < until;
}

/** A part that a rule reads and cannot is a finding of that rule: it cannot be said to hold. */
function messagesOf<Subject>(rule: Rule<Subject>, subject: Subject): string | readonly string[] | undefined {
  try {
    if (rule.appliesTo !== undefined && !rule.appliesTo(subject)) return undefined;
    return rule.check(subject);
  } catch (error) {
    if (error instanceof MalformedError) return error.message;
    throw error;
  }
}

function secondsOfDay(day: string): number {
  const seconds = Date.parse(`${day}T00:00:00Z`) / 1000;
  if (Number.isNaN(seconds)) throw new RangeError(`'${day}' is not a day`);
  return seconds;
}

const NONE: readonly Finding[] = [];
