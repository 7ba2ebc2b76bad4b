/** Which general names may stand in a certificate: the grammars of RFC 5280 §4.2.1.6. */
import { DerReader, type Oid } from '../der/index.ts';
import { excerpt } from '../excerpt.ts';
import { decodeString, isCharacterString } from '../name/character-string.ts';
import { requireIssuableName } from '../name/index.ts';
import { GeneralNameError } from './errors.ts';
import type { GeneralName } from './general-name.ts';
import { readOtherNameText } from './other-name.ts';

/**
 * Checks that names which somebody else encoded may stand in a certificate as those of its subject: at most 500, each of its
 * form's grammar, none with control characters. The names are left as they are.
 *
 * A dNSName may have a wildcard as its first label and underscores in any. An iPAddress is one address, no network.
 *
 * @throws {@link GeneralNameError} `general_name.bad_value`, `general_name.too_many`; {@link NameError} for a directoryName
 */
export function requireIssuableGeneralNames(names: readonly GeneralName[]): void {
  if (names.length > MAX_NAMES) {
    throw new GeneralNameError(
      'general_name.too_many',
      `${names.length} alternative names; certificates are issued with at most ${MAX_NAMES}`,
    );
  }
  for (const name of names) requireIssuable(name);
}

/** Form of a dNSName (RFC 1034 §3.5; §4.2.1.6 for the wildcard). */
export const DOMAIN_NAME: TextForm = {
  expected: 'a domain name in ASCII; an international one is written with xn-- labels',
  fits: isDomainName,
};

/** Form of an rfc822Name (RFC 5321 §4.1.2). */
export const MAILBOX: TextForm = {
  expected: 'name@domain in ASCII; smtpUTF8Mailbox takes any characters',
  fits: isMailbox,
};

/** Form of a uniformResourceIdentifier: it has a scheme, and something behind it. */
export const ABSOLUTE_URI: TextForm = {
  expected: 'an absolute URI in ASCII (RFC 3986) of at most 4,096 characters',
  fits: (text) => text.length <= MAX_URI && URI.test(text),
};

/** The grammar of a form of names that is text. */
export interface TextForm {
  /** Description of valid text, for messages. */
  readonly expected: string;
  readonly fits: (text: string) => boolean;
}

/** @throws {@link GeneralNameError} `general_name.bad_value` when `text` is not of the form */
export function requireForm({ expected, fits }: TextForm, label: string, text: string): void {
  if (!fits(text)) throw bad(`${label} ${quoted(text)} is invalid; expected ${expected}`);
}

function requireIssuable(name: GeneralName): void {
  switch (name.type) {
    case 'dNSName':
      return requireForm(DOMAIN_NAME, name.type, name.value);
    case 'rfc822Name':
      return requireForm(MAILBOX, name.type, name.value);
    case 'uniformResourceIdentifier':
      return requireForm(ABSOLUTE_URI, name.type, name.value);
    case 'directoryName':
      if (name.value.isEmpty) throw bad('a directoryName is empty');
      return requireIssuableName(name.value);
    case 'iPAddress':
      if (name.value.length === 4 || name.value.length === 16) return;
      throw bad(`an iPAddress has ${name.value.length} octets; an address has 4 or 16`);
    case 'otherName':
      return requireOtherName(name.typeId, name.value);
    case 'x400Address':
    case 'ediPartyName':
      return requireLength(name.type, name.content);
    case 'registeredID':
  }
}

function requireOtherName(typeId: Oid, value: Uint8Array): void {
  const known = readOtherNameText(typeId, value);
  const label = known?.form.label ?? `otherName ${typeId}`;
  requireLength(label, value);
  const text = known?.text ?? plainText(label, value);
  if (text === undefined) return;
  if (text === '') throw bad(`the value of ${label} is empty`);
  if (CONTROL.test(text)) throw bad(`the value of ${label} holds a control character`);
}

/** The text of a value that is one string; undefined when it is something else. */
function plainText(label: string, value: Uint8Array): string | undefined {
  const { tag, content } = new DerReader(value).readAny();
  if (!isCharacterString(tag)) return undefined;
  const text = decodeString(tag, content);
  if (text === undefined) throw bad(`the value of ${label} is not of the string type that it claims`);
  return text;
}

function requireLength(label: string, { length }: Uint8Array): void {
  if (length > MAX_OCTETS) throw bad(`the value of ${label} has ${length} octets; ${MAX_OCTETS} are the most`);
}

function isDomainName(text: string): boolean {
  const name = text.startsWith('*.') ? text.slice(2) : text;
  return text.length <= 253 && name.split('.').every((label) => LABEL.test(label));
}

/** The domain may be an address in brackets, and the name in quotes. */
function isMailbox(text: string): boolean {
  const at = text.lastIndexOf('@');
  const [local, domain] = [text.slice(0, Math.max(at, 0)), text.slice(at + 1)];
  if (local.length > 64 || !(DOT_STRING.test(local) || QUOTED_STRING.test(local))) return false;
  return ADDRESS_LITERAL.test(domain) || (!domain.startsWith('*') && isDomainName(domain));
}

/** The beginning of a text, without what a terminal or a log would act on. */
function quoted(text: string): string {
  return `'${excerpt(text).replaceAll(/\p{Cc}/gu, '\ufffd')}'`;
}

function bad(message: string): GeneralNameError {
  return new GeneralNameError('general_name.bad_value', message);
}

/** Every client of every one of the hosts gets all of them in each handshake. */
const MAX_NAMES = 500;
const MAX_URI = 4096;
const MAX_OCTETS = 4096;
const LABEL = /^[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?$/;
const DOT_STRING = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const QUOTED_STRING = /^"(?:[ !#-[\]-~]|\\[ -~])*"$/;
const ADDRESS_LITERAL = /^\[[A-Za-z0-9.:-]{1,64}\]$/;
/** The characters of RFC 3986 §2; a percent sign stands before two digits. */
const URI = /^[A-Za-z][A-Za-z0-9+.-]*:(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})+$/;
const CONTROL = /\p{Cc}/u;
