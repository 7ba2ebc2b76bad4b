/** The items of a dump in JSON: `{ "<directory>": { "<item>": { ... } } }`. Read item by item, so that a large dump keeps nobody waiting. */
import { Pace } from '../../../kernel/tasks/pace.ts';
import { DuplicateMemberError, parseUniqueJson } from '../../../kernel/formats/unique-json.ts';
import { DUMP_FORM, DumpNotJsonError, UnreadableDumpError } from './errors.ts';
import type { RawItem } from './import-options.ts';

/** @throws {@link UnreadableDumpError}, {@link DuplicateMemberError} */
export async function jsonItems(text: string): Promise<readonly RawItem[]> {
  const scanner = new JsonScanner(text);
  const pace = new Pace();
  const items: RawItem[] = [];
  // A large text has just been received and decoded.
  await pace.turn();
  for (const directory of scanner.members('The dump')) {
    for (const key of scanner.members(`In the dump, '${shown(directory)}'`)) {
      await pace.step();
      const where = `${directory}/${key}`;
      const item = `In the dump, the item '${shown(where)}'`;
      items.push({ directory, key, where, content: contentOf(scanner.value(item), item) });
      if (items.length > MAX_ITEMS) throw new UnreadableDumpError(`The dump has more than ${MAX_ITEMS} items.`);
    }
  }
  scanner.requireEnd();
  return items;
}

/** Items that a dump may have. */
export const MAX_ITEMS = 20_000;

/** Walks the two outer levels of a text of JSON, whose inner values are cut out unread. */
class JsonScanner {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Goes through the members of the object that begins here: after each the value has to be read. @param what - begins a refusal */
  *members(what: string): Generator<string> {
    if (this.#peek() !== '{') {
      parsed(this.value(what));
      throw new UnreadableDumpError(`${what} is not an object. ${DUMP_FORM}`);
    }
    this.#at += 1;
    const names = new Set<string>();
    if (this.#peek() === '}') {
      this.#at += 1;
      return;
    }
    for (;;) {
      if (this.#peek() !== '"') throw new DumpNotJsonError();
      const name = parsed(this.#string()) as string;
      if (names.has(name)) throw new DuplicateMemberError(name);
      names.add(name);
      if (this.#next() !== ':') throw new DumpNotJsonError();
      yield name;
      const mark = this.#next();
      if (mark === '}') return;
      if (mark !== ',') throw new DumpNotJsonError();
    }
  }

  /** Cuts out the object or the other value that begins here. @param what - begins a refusal */
  value(what: string): string {
    this.#peek();
    const start = this.#at;
    let depth = 0;
    let values = 1;
    do {
      const mark = this.#text[this.#at];
      if (mark === undefined && depth > 0) throw new DumpNotJsonError();
      if (mark === '"') this.#string();
      else {
        if (depth === 0 && (mark === undefined || mark === ',' || mark === '}'))
          return this.#text.slice(start, this.#at);
        this.#at += 1;
        if (mark === '{' || mark === '[') depth += 1;
        else if (mark === '}' || mark === ']') depth -= 1;
        if ((mark === ',' || mark === '{' || mark === '[') && ++values > MAX_VALUES)
          throw new UnreadableDumpError(`${what} has more than ${MAX_VALUES} values.`);
      }
      if (depth > MAX_DEPTH) throw new UnreadableDumpError(`${what} is nested more than ${MAX_DEPTH} deep.`);
      if (this.#at - start > MAX_ITEM) throw new UnreadableDumpError(`${what} has more than ${MAX_ITEM} characters.`);
    } while (depth > 0 || !ENDS.has(this.#text[this.#at - 1]!));
    return this.#text.slice(start, this.#at);
  }

  requireEnd(): void {
    if (this.#peek() !== undefined) throw new DumpNotJsonError();
  }

  #peek(): string | undefined {
    while (BLANKS.has(this.#text[this.#at]!)) this.#at += 1;
    return this.#text[this.#at];
  }

  #next(): string | undefined {
    const mark = this.#peek();
    this.#at += 1;
    return mark;
  }

  /** Passes a string, and returns it with its quotation marks. */
  #string(): string {
    const start = this.#at;
    let at = start + 1;
    for (;;) {
      const mark = this.#text[at];
      if (mark === undefined) throw new DumpNotJsonError();
      if (mark === '"') break;
      at += mark === '\\' ? 2 : 1;
    }
    this.#at = at + 1;
    return this.#text.slice(start, this.#at);
  }
}

function contentOf(text: string, what: string): unknown {
  const content = parsed(text);
  if (holdsPrototype(content)) throw new UnreadableDumpError(`${what} has a member '__proto__'.`);
  return content;
}

function parsed(text: string): unknown {
  try {
    return parseUniqueJson(text);
  } catch (error) {
    if (error instanceof DuplicateMemberError) throw error;
    // A parser's error may quote the text, which may hold secrets.
    throw new DumpNotJsonError();
  }
}

function holdsPrototype(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, member]) => name === '__proto__' || holdsPrototype(member));
}

function shown(name: string): string {
  return name.replaceAll(/\p{Cc}/gu, ' ').slice(0, 100);
}

const MAX_DEPTH = 64;
/** Number of values that are read in some tens of milliseconds. */
const MAX_VALUES = 20_000;
/** A document has a million characters at most. */
const MAX_ITEM = 2 * 1_048_576;
const BLANKS = new Set([' ', '\n', '\r', '\t']);
const ENDS = new Set(['}', ']', '"']);
