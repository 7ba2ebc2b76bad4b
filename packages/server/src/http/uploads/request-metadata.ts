/** The metadata of a request, from the fields of a form or a query. */
import { ForbiddenCharacterError } from '../errors/index.ts';
import { parseJavaProperties } from '../../kernel/formats/java-properties.ts';
import { parseUniqueJson } from '../../kernel/formats/unique-json.ts';
import { parseWithWrittenNumbers } from '../../kernel/formats/written-numbers.ts';
import { requireDecoded } from './decoded-text.ts';
import { MalformedMetadataError, MetadataTooLargeError } from './errors.ts';

/**
 * `REQUEST_METADATA` holds many in Java properties syntax, `REQUEST_METADATA.<key>` one, which wins, and `pdfPassword` is one itself and
 * wins over both. Where it counts, `metadata` is the same, and may be JSON; `REQUEST_METADATA` wins over it.
 *
 * @param fields - in the order in which they came
 * @param options - whether `metadata` counts
 * @throws {@link MalformedMetadataError}, {@link MetadataTooLargeError}, {@link ForbiddenCharacterError}
 */
export function requestMetadata(
  fields: Iterable<readonly [name: string, text: string]>,
  { metadataField = false } = {},
): ReadonlyMap<string, string> {
  const all = [...fields];
  const metadata = new Map<string, string>();
  const names = metadataField ? [DOCUMENTED, MANY] : [MANY];
  requireFewLines(all.filter(([name]) => names.includes(name)).map(([, text]) => text));
  for (const many of names) {
    for (const [name, text] of all) {
      if (name !== many) continue;
      for (const [key, value] of entriesIn(text, many)) metadata.set(key, value);
      if (metadata.size > MAX_ENTRIES) throw new MetadataTooLargeError();
    }
  }
  for (const many of names) {
    const one = `${many}.`;
    for (const [name, text] of all)
      if (name.startsWith(one) && name !== one) metadata.set(name.slice(one.length), text);
  }
  for (const [name, text] of all) if (name === PDF_PASSWORD) metadata.set(name, text);
  requireUsualSize(metadata);
  for (const [key, value] of metadata) {
    requireOneLine(key, value);
    requireDecoded(MANY, key);
    requireDecoded(`${ONE}${key}`, value);
  }
  return metadata;
}

/**
 * Refuses metadata that no worker has a use for, and that would keep everybody waiting while it is looked at.
 *
 * @throws {@link MetadataTooLargeError}
 */
export function requireUsualSize(metadata: ReadonlyMap<string, string>): void {
  let characters = 0;
  for (const [key, value] of metadata) characters += key.length + value.length;
  if (metadata.size > MAX_ENTRIES || characters > MAX_CHARACTERS) throw new MetadataTooLargeError();
}

function entriesIn(text: string, field: string): Iterable<readonly [key: string, value: string]> {
  const isJson = field === DOCUMENTED && text.trimStart().startsWith('{');
  const found = isJson ? entriesOfJson(text) : parseJavaProperties(text);
  if (found === undefined) throw new MalformedMetadataError(field);
  return found;
}

/** As those of a request in JSON are read: values are scalars, which count as their text. */
function entriesOfJson(text: string): readonly (readonly [key: string, value: string])[] | undefined {
  // Every entry but the first has a comma before it: what is longer is not parsed.
  let commas = 0;
  for (let at = text.indexOf(','); at !== -1; at = text.indexOf(',', at + 1))
    if (++commas > MAX_COMMAS) throw new MetadataTooLargeError();
  let values: readonly unknown[];
  try {
    values = Object.values(parseUniqueJson(text) as object);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  if (values.some((each) => typeof each === 'object' && each !== null)) return undefined;
  if (values.length > MAX_ENTRIES) throw new MetadataTooLargeError();
  return Object.entries(parseWithWrittenNumbers(text) as object).map(([key, each]) => [key, String(each ?? '')]);
}

/** Refuses too many lines. The lines of all texts are counted before any is parsed: texts of nothing but lines take seconds. @throws {@link MetadataTooLargeError} */
function requireFewLines(texts: readonly string[]): void {
  let characters = 0;
  let lines = 0;
  for (const text of texts) {
    characters += text.length;
    if (characters > MAX_CHARACTERS) throw new MetadataTooLargeError();
    for (const end of ['\n', '\r'])
      for (let at = text.indexOf(end); at !== -1; at = text.indexOf(end, at + 1))
        if (++lines > MAX_LINES) throw new MetadataTooLargeError();
  }
}

/** Refuses line breaks and other control characters in a value that is logged and put into content. */
function requireOneLine(key: string, value: string): void {
  if (/\p{Cc}/u.test(key) || !key.isWellFormed()) throw new ForbiddenCharacterError(MANY);
  if (/\p{Cc}/u.test(value) || !value.isWellFormed()) throw new ForbiddenCharacterError(`${ONE}${key}`);
}

const MANY = 'REQUEST_METADATA';
const ONE = `${MANY}.`;
/** The name of the specification. */
const DOCUMENTED = 'metadata';
const PDF_PASSWORD = 'pdfPassword';
const MAX_ENTRIES = 1000;
/** Values may have some, too. */
const MAX_COMMAS = 100_000;
/** Maximum number of characters, the same as of the texts of a form: an image for a visible signature is the longest value. */
const MAX_CHARACTERS = 2 * 1024 * 1024;
/** Maximum number of lines, also of such an image, which may be broken into lines of 76 characters, each with two ends. */
const MAX_LINES = 60_000;
