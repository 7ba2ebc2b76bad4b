/** Parts that certificates of one CA, profile and kind of key have in common, with what was found in them. */
import { Element } from '../ber/element.ts';
import { NameUnderLint } from '../certificate/names/name-under-lint.ts';
import { type Finding, findingsOf, holds, type Rule, type RuleSet } from '../rule.ts';
import type { Reads } from './reads.ts';

/** A certificate, with the note of what its rules read. */
export interface Noting {
  readonly reads: Reads;
}

export class CommonParts {
  readonly #outcomes = new Map<object, Outcome>();
  #issuer: NameUnderLint | undefined;

  /** Returns the name of the issuer, read from a copy of its octets. @throws {MalformedError} */
  issuer(element: Element): NameUnderLint {
    this.#issuer ??= new NameUnderLint(Element.only(Uint8Array.from(element.raw)));
    return this.#issuer;
  }

  /**
   * Runs the rules that hold at the time of issuance. A rule that read nothing but common parts of an earlier certificate would read and find
   * the same again, so its findings are kept; all others run for each certificate.
   *
   * @param issuedAt - seconds since 1970
   */
  run<Subject extends Noting>(set: RuleSet<Subject>, subject: Subject, issuedAt: number): readonly Finding[] {
    const known = this.#outcomes.get(set) as Outcome<Subject> | undefined;
    if (known !== undefined && issuedAt >= known.from && issuedAt < known.until) return runAgain(known.steps, subject);
    const { outcome, findings } = runFirst(set, subject, issuedAt);
    this.#outcomes.set(set, outcome);
    return findings;
  }
}

/** The outcome of a set of rules, for times of issuance at which the same rules hold. */
interface Outcome<Subject = never> {
  readonly from: number;
  readonly until: number;
  readonly steps: readonly Step<Subject>[];
}

/** A rule that has to run for each certificate, or the findings of one that has not, in the order of the rules. */
type Step<Subject> = Rule<Subject> | readonly Finding[];

function runFirst<Subject extends Noting>(
  { rules }: RuleSet<Subject>,
  subject: Subject,
  issuedAt: number,
): { readonly outcome: Outcome<Subject>; readonly findings: readonly Finding[] } {
  const { reads } = subject;
  const findings: Finding[] = [];
  const steps: Step<Subject>[] = [];
  let [from, until] = [-Infinity, Infinity];
  for (const dated of rules) {
    for (const day of [dated.from, dated.until]) {
      if (day <= issuedAt) from = Math.max(from, day);
      else until = Math.min(until, day);
    }
    if (!holds(dated, issuedAt)) continue;
    reads.own = false;
    const found = findingsOf(dated.rule, subject);
    findings.push(...found);
    if (reads.own) steps.push(dated.rule);
    else if (found.length > 0) steps.push(found);
  }
  return { outcome: { from, until, steps }, findings };
}

function runAgain<Subject>(steps: readonly Step<Subject>[], subject: Subject): readonly Finding[] {
  const findings: Finding[] = [];
  for (const step of steps) findings.push(...('check' in step ? findingsOf(step, subject) : step));
  return findings;
}
