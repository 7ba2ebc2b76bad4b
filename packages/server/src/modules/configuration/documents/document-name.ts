import { InvalidDocumentNameError } from './errors.ts';
import type { AnyDocumentType, NameRules } from './document-type.ts';

/**
 * Combines namespace and name into the key for comparison: equal keys are the same document.
 *
 * The text is converted to Unicode's composed form, so that equivalent spellings have the same key.
 */
export function nameKeyOf(rules: NameRules, name: string, namespace = ''): string {
  if (rules.kind === 'singleton') return rules.name;
  const key = rules.namespaced === true ? `${namespace}${SEPARATOR}${name}` : name;
  const composed = key.normalize('NFC');
  return rules.ignoreCase === true ? composed.toLowerCase() : composed;
}

/**
 * Checks a name given by an administrator.
 *
 * @throws {@link InvalidDocumentNameError}
 */
export function checkName(type: Pick<AnyDocumentType, 'names' | 'title'>, name: string, namespace: string): void {
  const refuse = (text: string, message: string): never => {
    throw new InvalidDocumentNameError(type.title, text, message);
  };
  const { names } = type;
  if (names.kind === 'singleton') {
    if (name !== names.name) refuse(name, `is not possible: there is only one, and it is called '${names.name}'`);
    return;
  }
  if (name === '') refuse(name, 'is empty');
  if (namespace !== '' && names.namespaced !== true) {
    refuse(name, `has the namespace '${namespace}', but there are no namespaces`);
  }
  for (const text of [name, namespace]) {
    if (text.length > MAX_LENGTH) refuse(text, `is longer than ${MAX_LENGTH} characters`);
    if (text !== text.trim()) refuse(text, 'begins or ends with a blank');
    if (!text.isWellFormed() || /\p{Cc}/u.test(text))
      refuse(text, 'holds a control character or half of a surrogate pair');
    if (UNSEEN.test(text)) refuse(text, 'holds a character that is not seen or turns the direction of the text');
  }
}

/** Invisible characters, with which a name looks like another one. Joiners (U+200C, U+200D) are allowed, since some scripts need them. */
const UNSEEN =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/u;

/** Occurs in no name, since control characters are refused. */
const SEPARATOR = '\u001F';
const MAX_LENGTH = 255;
