/** Violations of DER that any element may have (X.690 §8, §10, §11). */
import type { Element } from './element.ts';
import { Tag } from './values.ts';

export interface EncodingDefects {
  /** A length in more octets than it needs (§10.1). */
  readonly longLength: boolean;
  /** An INTEGER without octets, or with one more than it needs (§8.3.2). */
  readonly paddedInteger: boolean;
  /** A BOOLEAN other than 00 and FF (§11.1). */
  readonly otherBoolean: boolean;
}

/**
 * Looks at elements with all that they hold, at any depth. Octet and bit strings are not looked into.
 *
 * @throws {MalformedError}
 */
export function encodingDefects(elements: readonly Element[]): EncodingDefects {
  const defects = { longLength: false, paddedInteger: false, otherBoolean: false };
  // The list grows while it is walked; no recursion, for the depth is the sender's.
  const all = [...elements];
  for (let i = 0; i < all.length; i++) {
    const element = all[i]!;
    if (element.longLength) defects.longLength = true;
    if (element.tag === Tag.integer && isPadded(element)) defects.paddedInteger = true;
    if (element.tag === Tag.boolean && !isDerBoolean(element)) defects.otherBoolean = true;
    if (element.isConstructed) for (const child of element.children) all.push(child);
  }
  return defects;
}

/** Returns the defects that there are here or there. */
export function defectsOfEither(one: EncodingDefects, other: EncodingDefects): EncodingDefects {
  return {
    longLength: one.longLength || other.longLength,
    paddedInteger: one.paddedInteger || other.paddedInteger,
    otherBoolean: one.otherBoolean || other.otherBoolean,
  };
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
