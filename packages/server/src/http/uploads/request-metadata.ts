/** The metadata of a request, from the fields of a form or a query. */
import { ForbiddenCharacterError } from '../errors.ts';
import { parseJavaProperties } from '../../kernel/java-properties.ts';
import { MalformedMetadataError } from './errors.ts';

/**
 * `REQUEST_METADATA` holds many in Java properties syntax, `REQUEST_METADATA.<key>` one, which wins, and `pdfPassword` is one itself and
 * wins over both.
 *
 * @param fields - in the order in which they came
 * @throws {@link MalformedMetadataError}, {@link ForbiddenCharacterError}
 */
export function requestMetadata(fields: Iterable<readonly [name: string, text: string]>): ReadonlyMap<string, string> {
  const all = [...fields];
  const metadata = new Map<string, string>();
  for (const [name, text] of all) {
    if (name !== MANY) continue;
    const many = parseJavaProperties(text);
    if (many === undefined) throw new MalformedMetadataError();
    for (const [key, value] of many) metadata.set(key, value);
  }
  for (const [name, text] of all) {
    if (name.startsWith(ONE) && name !== ONE) metadata.set(name.slice(ONE.length), text);
  }
  for (const [name, text] of all) if (name === PDF_PASSWORD) metadata.set(name, text);
  for (const [key, value] of metadata) requireOneLine(key, value);
  return metadata;
}

/** What is logged and put into documents has no line breaks and no other control characters. */
function requireOneLine(key: string, value: string): void {
  if (/\p{Cc}/u.test(key) || !key.isWellFormed()) throw new ForbiddenCharacterError(MANY);
  if (/\p{Cc}/u.test(value) || !value.isWellFormed()) throw new ForbiddenCharacterError(`${ONE}${key}`);
}

const MANY = 'REQUEST_METADATA';
const ONE = `${MANY}.`;
const PDF_PASSWORD = 'pdfPassword';
