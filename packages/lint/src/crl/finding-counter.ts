/** Findings on entries: of each rule the first few, and a count of the others, for a million entries may have the same defect. */
import type { Finding, Rule } from '../rule.ts';

type Named = Pick<Rule<never>, 'name' | 'clause' | 'level'>;

export class FindingCounter {
  readonly #byRule = new Map<string, Counted>();

  /** @param message - of a rule's first few findings; later it is only counted */
  add(rule: Named, message: () => string): void {
    let counted = this.#byRule.get(rule.name);
    if (counted === undefined) this.#byRule.set(rule.name, (counted = { rule, messages: [], more: 0 }));
    if (counted.messages.length < MESSAGES) counted.messages.push(message());
    else counted.more += 1;
  }

  all(): readonly Finding[] {
    return [...this.#byRule.values()].flatMap(({ rule: { name, clause, level }, messages, more }) =>
      [...messages, ...(more === 0 ? [] : [`${more} more entries have the same defect`])].map((message) => ({
        rule: name,
        clause,
        level,
        message,
      })),
    );
  }
}

interface Counted {
  readonly rule: Named;
  readonly messages: string[];
  more: number;
}

const MESSAGES = 3;
