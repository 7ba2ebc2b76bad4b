/**
 * Alternative names as one line of text: `dNSName=a.example, iPAddress=10.0.0.1`.
 *
 * The form in which the REST interface takes and shows subject alternative names. A backslash keeps `,`, `+`, `"`, `\`, `<`, `>`,
 * `;` and a blank from having a meaning; before any other character it stands for itself, so that `DOMAIN\user` and the
 * escapes inside a distinguished name come through.
 */
import { DerError, DerReader, isOid, readDer } from '../der/index.ts';
import { excerpt } from '../excerpt.ts';
import { DistinguishedName } from '../name/index.ts';
import { GeneralNameError } from './errors.ts';
import type { GeneralName } from './general-name.ts';
import { formatIpAddress, parseIpAddress, parseIpNetwork } from './ip-address.ts';
import { ABSOLUTE_URI, DOMAIN_NAME, MAILBOX, requireForm, type TextForm } from './issuable-general-name.ts';
import { OTHER_NAME_FORMS, otherName, readOtherNameText } from './other-name.ts';

/**
 * Reads a list of names, in its order. Types are known in any case and by their usual aliases (`uri`, `email`).
 *
 * Values are checked for what can never be issued: domain names, mailboxes and URIs follow their grammars.
 *
 * @returns no names for an empty text
 * @throws {@link GeneralNameError}; {@link NameError} for a directoryName
 */
export function parseGeneralNames(text: string): GeneralName[] {
  if (text.length > MAX_TEXT) {
    throw new GeneralNameError(
      'general_name.too_long',
      `alternative names of ${text.length} characters; at most ${MAX_TEXT} are read`,
    );
  }
  if (text.trim() === '') return [];
  return splitAtCommas(text).map(parseOne);
}

/**
 * Writes a list of names that {@link parseGeneralNames} reads. A name without a text of its own (x400Address, ediPartyName,
 * an unknown otherName) is written by the hexadecimal of its DER behind a `#`.
 */
export function formatGeneralNames(names: readonly GeneralName[]): string {
  return names
    .map((name) => {
      const [label, value] = labelAndValue(name);
      return `${label}=${escapeValue(value)}`;
    })
    .join(', ');
}

function parseOne(part: string): GeneralName {
  const equals = part.indexOf('=');
  const label = part.slice(0, Math.max(equals, 0)).trim();
  if (label === '') {
    throw new GeneralNameError(
      'general_name.syntax',
      `'${excerpt(part.trim())}' stands where type=value belongs (write a comma in a value as '\\,')`,
    );
  }
  const parse = PARSERS.get(label.toUpperCase());
  if (parse === undefined) {
    throw new GeneralNameError('general_name.unknown_type', `'${excerpt(label)}' is not a type of alternative name`);
  }
  return parse(unescapeValue(part.slice(equals + 1)), label);
}

/** Cuts at commas with no backslash in front. */
function splitAtCommas(text: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === ',') {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}

/** Resolves the escapes and drops the outer blanks that have none. */
function unescapeValue(raw: string): string {
  let text = '';
  let significant = 0;
  for (let at = raw.length - raw.trimStart().length; at < raw.length; at++) {
    const next = raw[at + 1];
    const escaped = raw[at] === '\\' && next !== undefined && ESCAPABLE.includes(next);
    if (escaped) at++;
    text += raw[at];
    if (escaped || raw[at] !== ' ') significant = text.length;
  }
  return text.slice(0, significant);
}

function escapeValue(value: string): string {
  return value.replace(/^ |[\\,]| $/g, '\\$&');
}

function labelAndValue(name: GeneralName): [label: string, value: string] {
  switch (name.type) {
    case 'rfc822Name':
    case 'dNSName':
    case 'uniformResourceIdentifier':
    case 'registeredID':
      return [name.type, name.value];
    case 'directoryName':
      return [name.type, name.value.toString()];
    case 'iPAddress':
      return [name.type, formatIpAddress(name.value)];
    case 'x400Address':
    case 'ediPartyName':
      return [name.type, `#${name.content.toHex()}`];
    case 'otherName':
      break;
  }
  const known = readOtherNameText(name.typeId, name.value);
  return known ? [known.form.label, known.text] : [name.type, `${name.typeId};#${name.value.toHex()}`];
}

/** Reads the names that are text themselves, by the grammar that issuance asks for. */
function parseForm(type: 'dNSName' | 'rfc822Name' | 'uniformResourceIdentifier', form: TextForm): ParseValue {
  return (text, label) => {
    requireForm(form, label, text);
    return { type, value: text };
  };
}

function parseAddress(text: string, label: string): GeneralName {
  const value = text.includes('/') ? parseIpNetwork(text) : parseIpAddress(text);
  if (value === undefined) throw bad(label, text, 'an IPv4 or IPv6 address');
  return { type: 'iPAddress', value };
}

function parseRegisteredId(text: string, label: string): GeneralName {
  if (!isOid(text)) throw bad(label, text, 'an object identifier such as 1.2.840.113549');
  return { type: 'registeredID', value: text };
}

function parseOtherName(text: string, label: string): GeneralName {
  const [typeId = '', value = ''] = text.split(';#', 2);
  if (!isOid(typeId)) throw bad(label, text, 'type;#hex, an object identifier and the DER of the value');
  return { type: 'otherName', typeId, value: requireElements(value, label, text, true) };
}

function parseContent(type: 'x400Address' | 'ediPartyName', text: string, label: string): GeneralName {
  if (!text.startsWith('#')) throw bad(label, text, '# and the DER of the content in hexadecimal');
  return { type, content: requireElements(text.slice(1), label, text, false) };
}

/** The octets of `hex`, which are DER elements: exactly one, or any number of them. */
function requireElements(hex: string, label: string, text: string, one: boolean): Uint8Array {
  const expected = 'DER in hexadecimal';
  if (hex.length % 2 !== 0 || !/^[0-9A-Fa-f]*$/.test(hex)) throw bad(label, text, expected);
  const bytes = Uint8Array.fromHex(hex);
  try {
    if (one) readDer(bytes, (reader) => reader.readAny());
    else for (const reader = new DerReader(bytes); !reader.atEnd;) reader.readAny();
    return bytes;
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    throw bad(label, text, `${expected}: ${error.message}`);
  }
}

function bad(label: string, text: string, expected: string): GeneralNameError {
  return new GeneralNameError('general_name.bad_value', `${label} '${excerpt(text)}' is invalid; expected ${expected}`);
}

type ParseValue = (text: string, label: string) => GeneralName;

/** By upper-case label. */
const PARSERS: ReadonlyMap<string, ParseValue> = new Map<string, ParseValue>([
  ...spread(['DNSNAME'], parseForm('dNSName', DOMAIN_NAME)),
  ...spread(['RFC822NAME', 'EMAIL', 'EMAILADDRESS', 'E'], parseForm('rfc822Name', MAILBOX)),
  ...spread(
    ['UNIFORMRESOURCEIDENTIFIER', 'UNIFORMRESOURCEID', 'URI'],
    parseForm('uniformResourceIdentifier', ABSOLUTE_URI),
  ),
  ...spread(['IPADDRESS'], parseAddress),
  ...spread(['DIRECTORYNAME'], (text) => ({ type: 'directoryName', value: DistinguishedName.parse(text) })),
  ...spread(['REGISTEREDID'], parseRegisteredId),
  ...spread(['OTHERNAME'], parseOtherName),
  ...spread(['X400ADDRESS'], (text, label) => parseContent('x400Address', text, label)),
  ...spread(['EDIPARTYNAME'], (text, label) => parseContent('ediPartyName', text, label)),
  ...OTHER_NAME_FORMS.flatMap((form) =>
    spread([form.label.toUpperCase()], (text, label) => {
      const name = otherName(form, text);
      if (name === undefined) throw bad(label, text, form.expected);
      return name;
    }),
  ),
]);

function spread(labels: readonly string[], parse: ParseValue): [string, ParseValue][] {
  return labels.map((label) => [label, parse]);
}

const ESCAPABLE = ',+"\\<>; ';
const MAX_TEXT = 65_536;
