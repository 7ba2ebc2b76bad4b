/**
 * Refuses control characters (C0, DEL, C1) and lone surrogates in everything that a client writes: path, query and every text and
 * member name of a JSON body. What passes may be shown, logged and put into a name without a second thought. A route says what of it is
 * content, which is not checked.
 */
import { BodyNotJsonError, BodyTooComplexError, ForbiddenCharacterError } from '../errors/index.ts';

/** Parts of a request that may hold control characters; all others may not. */
export interface TextRules {
  /** Members of the body that may hold line breaks and tabs, such as PEM text; so may everything in them, but no names. */
  readonly multilineMembers?: readonly string[];
  /**
   * The only parameters of the query and members of the body that hold no control characters. The others are content, or mean nothing: they
   * may be any Unicode text.
   */
  readonly checkedTexts?: readonly string[];
}

/** Checks decoded path parameters, query values or fields of a form. */
export function checkParameters(
  parameters: Readonly<Record<string, unknown>>,
  rules: Pick<TextRules, 'checkedTexts'> = {},
): void {
  for (const [name, value] of Object.entries(parameters)) {
    const isAllowed = ruleFor(name, rules);
    if (!isAllowed(name)) throw new ForbiddenCharacterError('query');
    if (typeof value === 'string' ? !isAllowed(value) : Array.isArray(value) && !value.every(isAllowed))
      throw refused(name, 'query');
  }
}

/**
 * Checks every text of a parsed JSON body (none of one of octets), and that no member is named `__proto__`, nor a `constructor` has a `prototype`: code that copies members
 * would otherwise change what all objects have.
 *
 * @param rules - for the members of the outermost object
 */
export function checkBody(body: unknown, rules: TextRules): void {
  if (typeof body === 'string' && !isCleanText(body)) throw new ForbiddenCharacterError('body');
  // Octets are not text, and have as many members as there are.
  if (typeof body !== 'object' || body === null || body instanceof Uint8Array) return;
  // A list of its own instead of recursion: the depth of the input must not become the depth of the stack.
  let level: Node[] = [];
  checkMembers(body, (name) => ruleFor(name, rules), level);
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) throw new BodyTooComplexError();
    const next: Node[] = [];
    for (const { node, isAllowed } of level) checkMembers(node, () => isAllowed, next);
    level = next;
  }
}

type TextRule = (text: string) => boolean;

/** An object or list of a body, and which texts may stand in it. */
interface Node {
  readonly node: object;
  readonly isAllowed: TextRule;
}

function ruleFor(name: string, { multilineMembers, checkedTexts }: TextRules): TextRule {
  if (multilineMembers?.includes(name) === true) return isCleanMultilineText;
  return checkedTexts?.includes(name) === false ? isUnicodeText : isCleanText;
}

function checkMembers(node: object, ruleOf: (name: string) => TextRule, next: Node[]): void {
  const isArray = Array.isArray(node);
  for (const name of Object.keys(node)) {
    const isAllowed = ruleOf(name);
    if (!isArray && !isCleanText(name) && !(isAllowed === isUnicodeText && isUnicodeText(name)))
      throw new ForbiddenCharacterError('body');
    const value = (node as Record<string, unknown>)[name];
    if (name === '__proto__' || (name === 'constructor' && hasPrototype(value))) throw new BodyNotJsonError();
    if (typeof value === 'string') {
      if (!isAllowed(value)) throw refused(name, 'body');
    } else if (typeof value === 'object' && value !== null) next.push({ node: value, isAllowed });
  }
}

function hasPrototype(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype');
}

/** @param around - shown instead of a name that is not clean text */
function refused(name: string, around: string): ForbiddenCharacterError {
  return new ForbiddenCharacterError(isCleanText(name) ? name : around);
}

function isCleanText(text: string): boolean {
  return !CONTROLS.test(text) && text.isWellFormed();
}

function isCleanMultilineText(text: string): boolean {
  return !CONTROLS_EXCEPT_BREAKS.test(text) && text.isWellFormed();
}

function isUnicodeText(text: string): boolean {
  return text.isWellFormed();
}

// oxlint-disable-next-line no-control-regex -- control characters are what this looks for
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/;
// oxlint-disable-next-line no-control-regex -- control characters are what this looks for
const CONTROLS_EXCEPT_BREAKS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;
const MAX_DEPTH = 32;
