/** The content of files of YAML. Only the thread loads this, since the parser takes long. */
import { isAlias, isMap, isScalar, Lexer, parseDocument, visit } from '../../../kernel/yaml.ts';
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
  if (depthOf(text) > MAX_DEPTH) refuse(`it is nested more than ${MAX_DEPTH} deep`);
  if (hasTooMuch(new Lexer().lex(text))) refuse(`it has more than ${MAX_NODES} keys and values`);
  let document;
  try {
    // The library compares each key with each other one, which takes minutes where there are many: they are looked at below.
    document = parseDocument(text, { uniqueKeys: false, merge: false, prettyErrors: false });
  } catch {
    return refuse('it is no YAML');
  }
  const [error] = document.errors;
  if (error !== undefined) {
    const line = text.slice(0, error.pos[0]).split('\n').length;
    // The message of the library may quote the text, which may hold secrets.
    refuse(`it is no YAML at line ${line} (${error.code})`);
  }
  visit(document, {
    Node(_key, node) {
      if (isAlias(node) || ('anchor' in node && node.anchor !== undefined)) refuse('it has anchors or aliases');
      if (isScalar(node) && typeof node.value === 'number' && node.source !== String(node.value))
        node.value = node.source;
      if (isMap(node)) {
        const names = new Set<string>();
        for (const { key } of node.items) {
          if (key !== null && !isScalar(key)) return refuse('it has a key that is no text');
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

/** Tells by the tokens of a text, without parsing it, whether it has more than is read. */
function hasTooMuch(tokens: Iterable<string>): boolean {
  let all = 0;
  let nodes = 0;
  let marks = 0;
  for (const token of tokens) {
    all += 1;
    if (token === SCALAR || token === '{' || token === '[' || token === '-' || /^["']/.test(token)) nodes += 1;
    else if (token === ':' || token === ',' || token === '?') marks += 1;
    if (nodes > MAX_NODES || marks > MAX_NODES || all > MAX_TOKENS) return true;
  }
  return false;
}

/** Estimates the depth of nesting from above, without parsing: by indentation, brackets and hyphens in front of a line. */
function depthOf(text: string): number {
  let deepest = 0;
  let open = 0;
  let indent = 0;
  let atStart = true;
  for (const character of text) {
    if (character === '\n') [indent, atStart] = [0, true];
    else if (atStart && (character === ' ' || character === '-' || character === '?'))
      indent += character === ' ' ? 0.5 : 0.5;
    else {
      atStart = false;
      if (character === '[' || character === '{') open += 1;
      else if ((character === ']' || character === '}') && open > 0) open -= 1;
    }
    if (open > deepest || indent > deepest) deepest = Math.max(open, indent);
  }
  return deepest;
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
