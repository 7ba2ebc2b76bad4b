/** Settings in YAML, read so that what is sent is what somebody wrote. */
import {
  type Document,
  isAlias,
  isNode,
  isPair,
  isScalar,
  LineCounter,
  type Node,
  type ParsedNode,
  parseDocument,
  type Scalar,
  visit,
} from 'yaml';
import { FileError } from '../errors.ts';

/**
 * Reads one YAML document. What YAML would read otherwise than it is written, and what JSON cannot hold, is refused.
 *
 * Values are not repeated in messages: they may be secrets.
 *
 * @param name - of the file, for messages
 * @throws {@link FileError} `cli.file_unusable`
 */
export function parseSettingsYaml(text: string, name: string): unknown {
  const lines = new LineCounter();
  const document = parse(text, name, lines);
  const [fault] = [...document.errors, ...document.warnings];
  if (fault !== undefined) throw unusable(`${name} is not YAML: ${fault.message.split('\n')[0]!}`, fault);
  visit(document, (_key, node, path) => {
    if (!isNode(node)) return;
    const problem = problemOf(document, node, path);
    if (problem === undefined) return;
    const { line } = lines.linePos(node.range?.[0] ?? 0);
    throw unusable(`${name} cannot be used: ${nameOf(path)} in line ${line} ${problem}`);
  });
  try {
    return document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch (cause) {
    throw unusable(`${name} cannot be used: its aliases expand beyond the size limit for settings`, cause);
  }
}

/** The parser takes as many frames of the stack as the text nests. */
function parse(text: string, name: string, lineCounter: LineCounter): Document {
  try {
    return parseDocument(text, { uniqueKeys: isSameKey, prettyErrors: true, lineCounter });
  } catch (cause) {
    if (cause instanceof RangeError) throw unusable(`${name} cannot be used: it is nested too deeply`, cause);
    throw cause;
  }
}

type Path = Parameters<Extract<Parameters<typeof visit>[1], (...args: never) => unknown>>[2];

function unusable(message: string, cause?: unknown): FileError {
  return new FileError('cli.file_unusable', message, { cause });
}

/** Tells whether two keys of a mapping become the same member: `1` and `"1"` do. */
function isSameKey(a: ParsedNode, b: ParsedNode): boolean {
  return a === b || (isScalar(a) && isScalar(b) && String(a.value) === String(b.value));
}

function problemOf(document: Document, node: Node, path: Path): string | undefined {
  const above = path.at(-1);
  if (!isScalar(node) && isPair(above) && above.key === node) return 'is a name that is not text';
  if (isAlias(node)) {
    const target = node.resolve(document);
    return path.some((above) => above === target) ? 'refers to itself' : undefined;
  }
  if (node.tag !== undefined && !TAGS.has(node.tag)) return `has the tag ${node.tag}, which settings do not have`;
  return isScalar(node) && node.type === 'PLAIN' ? problemOfPlain(node) : undefined;
}

/** Texts that look like something else are read as that: `0123` as 123, `1e5` as 100000, and in YAML 1.1 `no` as false. */
function problemOfPlain({ value, source = '' }: Scalar): string | undefined {
  if (typeof value === 'number') {
    if (String(value) === source) return undefined;
    return 'is read as a number, and not as it is written: quote it when it is a text, or write the number in plain digits';
  }
  if (typeof value === 'boolean') {
    if (/^(?:true|false)$/i.test(source)) return undefined;
    return 'is read as true or false: quote it when it is a text, or write true or false';
  }
  if (typeof value === 'string' || value === null) return undefined;
  return 'is read as something that settings do not have: quote it';
}

/** The name of the member that a value belongs to. */
function nameOf(path: Path): string {
  const pair = path.findLast((above) => isPair(above));
  return isPair(pair) && isScalar(pair.key) ? `'${String(pair.key.source ?? pair.key.value)}'` : 'a value';
}

const TAGS: ReadonlySet<string> = new Set(
  ['str', 'int', 'float', 'bool', 'null', 'map', 'seq'].map((name) => `tag:yaml.org,2002:${name}`),
);
/** An alias of an alias of an alias would be a large document in a small file. */
const MAX_ALIASES = 100;
