/** The content of files of YAML. Only the thread loads this, since the parser takes long. */
import { isAlias, isMap, isScalar, Lexer, parseDocument, visit } from '../../../kernel/formats/yaml.ts';
import { UnreadableDumpError } from './errors.ts';
import type { YamlFile, YamlOutput } from './yaml-thread.ts';

/** Reads files of YAML, of which JSON is a part. */
export function readYamlFiles(files: readonly YamlFile[]): YamlOutput {
  try {
    return { status: 'read', contents: files.map((file) => JSON.stringify(readYaml(file))) };
  } catch (error) {
    if (!(error instanceof UnreadableDumpError)) throw error;
    return { status: 'refused', message: error.message };
  }
}

/**
 * Reads one file. It takes one document without anchors and aliases, each key once. A number that is written otherwise than this
 * program would write it (`0123`, `1e5`) is taken as the text that it is, since it may be a serial number.
 *
 * @throws {@link UnreadableDumpError}
 */
function readYaml({ path, content }: YamlFile): unknown {
  const refuse = (why: string): never => {
    throw new UnreadableDumpError(`The file '${path}' cannot be read: ${why}.`);
  };
  const text = decoded(content, path);
  if (text.length > MAX_TEXT) refuse(`it has ${text.length} characters, and ${MAX_TEXT} are allowed`);
  const fault = faultOf(new Lexer().lex(text));
  if (fault !== undefined) refuse(fault);
  let document;
  try {
    // The library compares each key with each other one, which takes minutes where there are many: they are looked at below.
    document = parseDocument(text, { uniqueKeys: false, merge: false, prettyErrors: false });
  } catch {
    return refuse('it is not YAML');
  }
  const [error] = document.errors;
  if (error !== undefined) {
    const line = text.slice(0, error.pos[0]).split('\n').length;
    // The message of the library may quote the text, which may hold secrets.
    refuse(`it is not YAML at line ${line} (${error.code})`);
  }
  visit(document, {
    Node(_key, node) {
      // A set or an ordered map would lose what is in it, and a program would run what a tag of its own names.
      if (node.tag !== undefined && !TAGS.has(node.tag)) refuse('it has a tag that configuration does not have');
      if (isAlias(node) || ('anchor' in node && node.anchor !== undefined)) refuse('it has anchors or aliases');
      if (isScalar(node) && typeof node.value === 'number' && node.source !== String(node.value))
        node.value = node.source;
      if (isMap(node)) {
        const names = new Set<string>();
        for (const { key } of node.items) {
          if (key !== null && !isScalar(key)) return refuse('it has a key that is not text');
          const name = nameOf(key);
          if (names.has(name)) refuse('it has a key twice in one map');
          names.add(name);
        }
      }
      return undefined;
    },
    Pair(_key, pair) {
      if (isScalar(pair.key) && String(pair.key.value) === '__proto__') refuse(`it has a key '__proto__'`);
    },
  });
  const [warning] = document.warnings;
  if (warning !== undefined) refuse(`it can be read in more than one way (${warning.code})`);
  // An empty file is an item without anything in it.
  return (document.toJS({ maxAliasCount: 0 }) as unknown) ?? null;
}

function decoded(content: Uint8Array, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    throw new UnreadableDumpError(`The file '${path}' in the ZIP file is not UTF-8.`);
  }
}

/** Returns the name that a key has in the map: as it is written, where it is a number. */
function nameOf(key: { readonly value: unknown; readonly source?: string } | null): string {
  const value = key?.value as string | number | bigint | boolean | null | undefined;
  if (value === null || value === undefined) return '';
  return typeof value === 'number' ? (key?.source ?? String(value)) : String(value);
}

/** Tells by the tokens of a text, without parsing it, what keeps it from being read: its size, its depth or another version of YAML. */
function faultOf(tokens: Iterable<string>): string | undefined {
  const depth = new Depth();
  let all = 0;
  let nodes = 0;
  let marks = 0;
  let isText = false;
  for (const token of tokens) {
    all += 1;
    if (!isText && token.startsWith('%') && !/^%YAML[ \t]+1\.2[ \t]*(?:#.*)?$/.test(token))
      return 'it has a directive; only %YAML 1.2 is read';
    if (token === SCALAR || token === '{' || token === '[' || token === '-' || /^["']/.test(token)) nodes += 1;
    else if (token === ':' || token === ',' || token === '?') marks += 1;
    if (depth.after(token, isText) > MAX_DEPTH) return `it is nested more than ${MAX_DEPTH} deep`;
    if (nodes > MAX_NODES || marks > MAX_NODES || all > MAX_TOKENS)
      return `it has more than ${MAX_NODES} keys and values`;
    isText = token === SCALAR;
  }
  return undefined;
}

/** The depth of nesting at each token, estimated from above: by open brackets, and by the columns where entries of lists and maps begin. */
class Depth {
  #brackets = 0;
  #column = 0;
  #isAtStart = true;
  /** Twice the column of each level, and one more for a list, which may stand in the column of its key. */
  readonly #levels: number[] = [];

  /** @param isText - true for the text of a scalar, in which no character has a meaning */
  after(token: string, isText: boolean): number {
    if (token === SCALAR) return this.#depth();
    const isMark = !isText && (token === '-' || token === '?' || token === ':');
    const isBlank = !isText && /^\s*$/.test(token);
    if (this.#brackets === 0 && !isBlank && (this.#isAtStart || (isMark && token !== ':'))) this.#begin(token, isText);
    if (!isText && (token === '[' || token === '{')) this.#brackets += 1;
    if (!isText && (token === ']' || token === '}') && this.#brackets > 0) this.#brackets -= 1;
    if (!isBlank && !isMark) this.#isAtStart = false;
    const lineEnd = token.lastIndexOf('\n');
    if (lineEnd >= 0) [this.#column, this.#isAtStart] = [0, true];
    this.#column += token.length - lineEnd - 1;
    return this.#depth();
  }

  #begin(token: string, isText: boolean): void {
    const level = 2 * this.#column + (!isText && token === '-' ? 1 : 0);
    while (this.#levels.length > 0 && this.#levels.at(-1)! > level) this.#levels.pop();
    if (this.#levels.at(-1) !== level) this.#levels.push(level);
  }

  #depth(): number {
    return this.#brackets + this.#levels.length;
  }
}

/** A document has a million characters at most, and items are written with less. */
const MAX_TEXT = 1_048_576;
const MAX_DEPTH = 64;
/** Keys and values together: as many as the thread reads within a second, on a machine that does nothing else. */
const MAX_NODES = 20_000;
/** Blanks, ends of lines and comments, too. */
const MAX_TOKENS = 8 * MAX_NODES;
/** The sign with which the lexer announces a scalar. */
const SCALAR = '\u001f';
const TAGS: ReadonlySet<string> = new Set(
  ['str', 'int', 'float', 'bool', 'null', 'map', 'seq'].map((name) => `tag:yaml.org,2002:${name}`),
);
