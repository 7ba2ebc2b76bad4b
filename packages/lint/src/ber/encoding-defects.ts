/** Violations of DER that any element may have (X.690 §8, §10, §11). */
import type { Element } from './element.ts';
import { Tag } from './values.ts';

/** A set of {@link Defect}, as bits. */
export type EncodingDefects = number;

export const Defect = {
  /** A length in more octets than it needs (§10.1). */
  longLength: 1,
  /** An INTEGER without octets, or with one more than it needs (§8.3.2). */
  paddedInteger: 2,
  /** A BOOLEAN other than 00 and FF (§11.1). */
  otherBoolean: 4,
} as const;

/**
 * Looks at elements with all that they hold, at any depth. Octet and bit strings are not looked into.
 *
 * @throws {MalformedError}
 */
export function encodingDefects(elements: readonly Element[]): EncodingDefects {
  let defects = 0;
  // The list grows while it is walked; no recursion, for the depth is the sender's.
  const lists = [elements];
  for (let i = 0; i < lists.length; i++)
    for (const element of lists[i]!) {
      defects |= defectsOf(element);
      if (element.isConstructed) lists.push(element.children);
    }
  return defects;
}

/** Returns the defects of elements alone, without what they hold. */
export function outerDefects(elements: readonly Element[]): EncodingDefects {
  return elements.reduce((defects, element) => defects | defectsOf(element), 0);
}

function defectsOf(element: Element): EncodingDefects {
  const { tag, longLength } = element;
  return (
    (longLength ? Defect.longLength : 0) |
    (tag === Tag.integer && isPadded(element) ? Defect.paddedInteger : 0) |
    (tag === Tag.boolean && !isDerBoolean(element) ? Defect.otherBoolean : 0)
  );
}

function isPadded(element: Element): boolean {
  const first = element.octet(0);
  const second = element.octet(1);
  if (first === undefined) return true;
  if (second === undefined) return false;
  return (first === 0 && second < 0x80) || (first === 0xff && second >= 0x80);
}

function isDerBoolean(element: Element): boolean {
  return element.length === 1 && (element.octet(0) === 0 || element.octet(0) === 0xff);
}
