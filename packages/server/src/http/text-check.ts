/**
 * Refuses control characters (C0, DEL, C1) and lone surrogates in everything that a client writes: path, query and every text and
 * member name of a JSON body. What passes may be shown, logged and put into a name without a second thought.
 */
import { BodyNotJsonError, BodyTooComplexError, ForbiddenCharacterError } from './errors.ts';

/** Checks decoded path parameters or query values. */
export function checkParameters(parameters: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(parameters)) {
    if (!isCleanText(name)) throw new ForbiddenCharacterError('query');
    if (typeof value === 'string' ? !isCleanText(value) : Array.isArray(value) && !value.every(isCleanText))
      throw new ForbiddenCharacterError(name);
  }
}

/**
 * Checks every text of a parsed JSON body, and that no member is named `__proto__`, nor a `constructor` has a `prototype`: whoever copies members
 * would change what all objects have.
 *
 * @param multilineMembers - members of the outermost object that may hold line breaks and tabs, such as PEM text; so may everything in
 *   them, but no names
 */
export function checkBody(body: unknown, multilineMembers: readonly string[]): void {
  if (typeof body === 'string') return requireClean(body, 'body');
  if (typeof body !== 'object' || body === null) return;
  // A list of its own instead of recursion: the depth of the input must not become the depth of the stack.
  let level: Node[] = [{ node: body, multiline: false }];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) throw new BodyTooComplexError();
    const next: Node[] = [];
    for (const each of level) checkNode(each, depth === 0 ? multilineMembers : [], next);
    level = next;
  }
}

/** An object or list of a body, and whether all texts in it may hold line breaks. */
interface Node {
  readonly node: object;
  readonly multiline: boolean;
}

function checkNode({ node, multiline: all }: Node, multilineMembers: readonly string[], next: Node[]): void {
  const isArray = Array.isArray(node);
  for (const name of Object.keys(node)) {
    if (!isArray && !isCleanText(name)) throw new ForbiddenCharacterError('body');
    const value = (node as Record<string, unknown>)[name];
    if (name === '__proto__' || (name === 'constructor' && hasPrototype(value))) throw new BodyNotJsonError();
    const multiline = all || multilineMembers.includes(name);
    if (typeof value === 'string') {
      if (!multiline) requireClean(value, name);
      else if (!isCleanMultilineText(value)) throw new ForbiddenCharacterError(name);
    } else if (typeof value === 'object' && value !== null) next.push({ node: value, multiline });
  }
}

function hasPrototype(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype');
}

function requireClean(text: string, where: string): void {
  if (!isCleanText(text)) throw new ForbiddenCharacterError(where);
}

function isCleanText(text: string): boolean {
  return !CONTROLS.test(text) && text.isWellFormed();
}

function isCleanMultilineText(text: string): boolean {
  return !CONTROLS_EXCEPT_BREAKS.test(text) && text.isWellFormed();
}

// oxlint-disable-next-line no-control-regex -- control characters are what this looks for
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/;
// oxlint-disable-next-line no-control-regex -- control characters are what this looks for
const CONTROLS_EXCEPT_BREAKS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;
const MAX_DEPTH = 32;
