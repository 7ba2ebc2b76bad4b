import { UnreadableDumpError } from './errors.ts';

/** Reads the text of an item's file: YAML, of which JSON is a part. */
export type ReadYaml = (text: string, where: string) => unknown;

/**
 * Makes the reader of YAML. It takes one document without anchors and aliases, each key once. A number that is written otherwise than this
 * program would write it (`0123`, `1e5`) is taken as the text that it is, since it may be a serial number.
 *
 * @throws {@link UnreadableDumpError} from the reader
 */
export async function yamlReader(): Promise<ReadYaml> {
  const { isAlias, isScalar, parseDocument, visit } = await import('../../../kernel/yaml.ts');
  return (text, where) => {
    const refuse = (why: string): never => {
      throw new UnreadableDumpError(`The file '${where}' cannot be read: ${why}.`);
    };
    if (text.length > MAX_TEXT) refuse(`it has ${text.length} characters, and ${MAX_TEXT} are allowed`);
    if (depthOf(text) > MAX_DEPTH) refuse(`it is nested more than ${MAX_DEPTH} deep`);
    let document;
    try {
      document = parseDocument(text, { uniqueKeys: true, merge: false, prettyErrors: false });
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
      },
      Pair(_key, pair) {
        if (isScalar(pair.key) && String(pair.key.value) === '__proto__') refuse(`it has a key '__proto__'`);
      },
    });
    return document.toJS({ maxAliasCount: 0 }) as unknown;
  };
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
