import type { Element } from './element.ts';

/**
 * Returns an element with all that it holds, at any depth. Octet and bit strings are not looked into.
 *
 * @throws {MalformedError}
 */
export function allElements(element: Element): readonly Element[] {
  const found: Element[] = [element];
  // The list grows while it is walked; no recursion, for the depth is the sender's.
  for (let i = 0; i < found.length; i++) if (found[i]!.isConstructed) found.push(...found[i]!.children);
  return found;
}
