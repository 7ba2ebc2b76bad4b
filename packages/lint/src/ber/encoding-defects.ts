/** Violations of DER that any element may have (X.690 §8, §10, §11). */
import { type Element, type Header, readHeader } from './element.ts';
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
  return elements.reduce((defects, element) => defects | defectsWithin(element), 0);
}

/**
 * Looks at one element with all that it holds. It walks through all in the order of their octets: no recursion, for the depth is the sender's, and no
 * object for each.
 *
 * @throws {MalformedError}
 */
export function defectsWithin({ source, start, end }: Element): EncodingDefects {
  let defects = 0;
  let limit = end;
  let depth = 0;
  for (let at = start; at < end;) {
    const header = readHeader(source, at, limit);
    defects |= defectsOf(header);
    if ((header.tag & CONSTRUCTED) === 0) at = header.end;
    else {
      at = header.contentStart;
      limits[depth++] = limit;
      limit = header.end;
    }
    while (at === limit && depth > 0) limit = limits[--depth]!;
  }
  return defects;
}

/** Returns the defects of an element alone, without what it holds. */
export function defectsOf(header: Header): EncodingDefects {
  const { tag, longLength } = header;
  return (
    (longLength ? Defect.longLength : 0) |
    (tag === Tag.integer && isPadded(header) ? Defect.paddedInteger : 0) |
    (tag === Tag.boolean && !isDerBoolean(header) ? Defect.otherBoolean : 0)
  );
}

function isPadded({ source, contentStart, end }: Header): boolean {
  if (contentStart === end) return true;
  if (contentStart + 1 === end) return false;
  const first = source[contentStart]!;
  const isNegative = source[contentStart + 1]! >= 0x80;
  return (first === 0 && !isNegative) || (first === 0xff && isNegative);
}

function isDerBoolean({ source, contentStart, end }: Header): boolean {
  const value = source[contentStart];
  return end === contentStart + 1 && (value === 0 || value === 0xff);
}

const CONSTRUCTED = 0x20;
/** Ends of the elements around the one that is looked at. Used by one walk at a time. */
const limits: number[] = [];
