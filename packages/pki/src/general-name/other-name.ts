/** The known types of otherName, each between text and the DER of its value. One table; nothing else lists them. */
import { DerError, isOid, oid, readDer, Tag, writeDer, type DerReader, type Oid } from '../der/index.ts';
import { decodeString } from '../name/character-string.ts';
import type { GeneralName } from './general-name.ts';

/** A type of otherName and its value's two directions. */
export interface OtherNameForm {
  readonly typeId: Oid;
  /** Label in text: `upn=alice@example.com`. */
  readonly label: string;
  /** Description of valid text, for messages. */
  readonly expected: string;
  /** The DER of the value, or undefined when the text is not of this type. */
  encode(text: string): Uint8Array | undefined;
  /** The text of the value. May throw {@link DerError}; undefined when the value cannot be told in text. */
  decode(reader: DerReader): string | undefined;
}

/** Builds an otherName of a known type; undefined when `text` is not a value of it. */
export function otherName(form: OtherNameForm, text: string): GeneralName | undefined {
  const value = form.encode(text);
  return value && { type: 'otherName', typeId: form.typeId, value };
}

/** The form and the text of an otherName, or undefined when its type is not known or its value is not of that type. */
export function readOtherNameText(typeId: Oid, value: Uint8Array): { form: OtherNameForm; text: string } | undefined {
  const form = OTHER_NAME_FORMS.find((candidate) => candidate.typeId === typeId);
  if (form === undefined) return undefined;
  try {
    const text = readDer(value, (reader) => form.decode(reader));
    return text === undefined ? undefined : { form, text };
  } catch (error) {
    // A value that breaks its type is shown by its octets; it does not make the certificate unreadable.
    if (error instanceof DerError) return undefined;
    throw error;
  }
}

/** The texts of every otherName of the type `typeId`, such as {@link OtherNameType.upn}. */
export function otherNameTexts(names: readonly GeneralName[], typeId: Oid): string[] {
  return names.flatMap((name) => {
    if (name.type !== 'otherName' || name.typeId !== typeId) return [];
    return readOtherNameText(name.typeId, name.value)?.text ?? [];
  });
}

/** The identifiers of the known types. */
export const OtherNameType = {
  /** User principal name, for the logon of Windows. */
  upn: oid('1.3.6.1.4.1.311.20.2.3'),
  /** The identifier of a Windows domain controller. */
  guid: oid('1.3.6.1.4.1.311.25.1'),
  /** KRB5PrincipalName (RFC 4556 §3.2.2). */
  krb5Principal: oid('1.3.6.1.5.2.2'),
  /** PermanentIdentifier (RFC 4043 §2). */
  permanentIdentifier: oid('1.3.6.1.5.5.7.8.3'),
  /** HardwareModuleName (RFC 4108 §5). */
  hardwareModuleName: oid('1.3.6.1.5.5.7.8.4'),
  /** XmppAddr (RFC 6120 §13.7.1.4). */
  xmppAddr: oid('1.3.6.1.5.5.7.8.5'),
  /** Subject identification method (RFC 4683 §4). */
  subjectIdentificationMethod: oid('1.3.6.1.5.5.7.8.6'),
  /** SRVName (RFC 4985 §2). */
  srvName: oid('1.3.6.1.5.5.7.8.7'),
  /** SmtpUTF8Mailbox (RFC 9598 §3). */
  smtpUtf8Mailbox: oid('1.3.6.1.5.5.7.8.9'),
  /** FASC-N of a PIV card (FIPS 201-3 §4.2.1). */
  fascN: oid('2.16.840.1.101.3.6.6'),
} as const;

function encodeUtf8(text: string): Uint8Array | undefined {
  return text !== '' && text.isWellFormed() ? writeDer((writer) => writer.utf8String(text)) : undefined;
}

function decodeUtf8(reader: DerReader): string | undefined {
  return decodeString(Tag.utf8String, reader.readElement(Tag.utf8String).content);
}

function encodeAscii(text: string, tag: number): Uint8Array | undefined {
  return VISIBLE_ASCII.test(text) ? writeDer((writer) => writer.ascii(text, tag)) : undefined;
}

/** GeneralString is read as ASCII, which is all that Kerberos allows in it (RFC 4120 §5.2.1). */
function decodeAscii(reader: DerReader, tag: number): string | undefined {
  return decodeString(Tag.ia5String, reader.readElement(tag).content);
}

function encodeOctets(text: string, length?: number): Uint8Array | undefined {
  const digits = text.replaceAll('-', '');
  if (!isHex(digits) || (length !== undefined && digits.length !== length * 2)) return undefined;
  return writeDer((writer) => writer.octetString(Uint8Array.fromHex(digits)));
}

/** `component/component@REALM`; the kind of name is left unknown, which RFC 4120 §6.2 tells readers to accept. */
function encodePrincipal(text: string): Uint8Array | undefined {
  const at = text.lastIndexOf('@');
  const components = text.slice(0, Math.max(at, 0)).split('/');
  const realm = text.slice(at + 1);
  if (![realm, ...components].every((part) => VISIBLE_ASCII.test(part) && !part.includes('@'))) return undefined;
  return writeDer((writer) =>
    writer.sequence((principal) =>
      principal
        .explicit(0, (field) => field.ascii(realm, GENERAL_STRING))
        .explicit(1, (field) =>
          field.sequence((name) =>
            name
              .explicit(0, (kind) => kind.integer(0))
              .explicit(1, (strings) =>
                strings.sequence(() => components.forEach((component) => strings.ascii(component, GENERAL_STRING))),
              ),
          ),
        ),
    ),
  );
}

function decodePrincipal(reader: DerReader): string | undefined {
  const principal = reader.readSequence();
  const realm = decodeAscii(principal.readExplicit(0), GENERAL_STRING);
  const name = principal.readExplicit(1).readSequence();
  principal.finish();
  name.readExplicit(0).readInteger();
  const strings = name.readExplicit(1).readSequence();
  const components: (string | undefined)[] = [];
  while (!strings.atEnd) components.push(decodeAscii(strings, GENERAL_STRING));
  // A component with a separator in it could not be told from two.
  const plain = [realm, ...components].every((part) => part !== undefined && part !== '' && !/[/@]/.test(part));
  return plain && components.length > 0 ? `${components.join('/')}@${realm}` : undefined;
}

/** `value/assigner`, either of which may be missing; a slash in the value is written `\/`. */
function encodePermanentIdentifier(text: string): Uint8Array | undefined {
  const match = /^((?:[^\\/]|\\.)*)(?:\/([0-9.]*))?$/s.exec(text);
  if (match === null || !text.isWellFormed()) return undefined;
  const value = match[1]!.replaceAll(/\\([\\/])/g, '$1');
  const assigner = match[2] ?? '';
  if (assigner !== '' && !isOid(assigner)) return undefined;
  return writeDer((writer) =>
    writer.sequence((sequence) => {
      if (value !== '') sequence.utf8String(value);
      if (isOid(assigner)) sequence.oid(assigner);
    }),
  );
}

function decodePermanentIdentifier(reader: DerReader): string | undefined {
  const sequence = reader.readSequence();
  const value = sequence.nextIs(Tag.utf8String) ? decodeUtf8(sequence) : '';
  const assigner = sequence.atEnd ? '' : sequence.readOid();
  sequence.finish();
  return value === undefined ? undefined : `${value.replaceAll(/[\\/]/g, '\\$&')}/${assigner}`;
}

/** `type/serial`: an object identifier and octets in hexadecimal. */
function encodeHardwareModuleName(text: string): Uint8Array | undefined {
  const [type = '', serial = '', ...more] = text.split('/');
  if (more.length > 0 || !isOid(type) || !isHex(serial)) return undefined;
  return writeDer((writer) => writer.sequence((pair) => pair.oid(type).octetString(Uint8Array.fromHex(serial))));
}

function decodeHardwareModuleName(reader: DerReader): string {
  const pair = reader.readSequence();
  const text = `${pair.readOid()}/${pair.readOctetString().toHex()}`;
  pair.finish();
  return text;
}

/** `hash algorithm::authority random::PEPSI`: an object identifier and twice octets in hexadecimal. */
function encodeIdentificationMethod(text: string): Uint8Array | undefined {
  const [algorithm = '', random = '', pepsi = '', ...more] = text.split('::');
  if (more.length > 0 || !isOid(algorithm) || !isHex(random) || !isHex(pepsi)) return undefined;
  return writeDer((writer) =>
    writer.sequence((sim) =>
      sim
        .sequence((identifier) => identifier.oid(algorithm))
        .octetString(Uint8Array.fromHex(random))
        .octetString(Uint8Array.fromHex(pepsi)),
    ),
  );
}

function decodeIdentificationMethod(reader: DerReader): string {
  const sim = reader.readSequence();
  const identifier = sim.readSequence();
  const algorithm = identifier.readOid();
  if (!identifier.atEnd) identifier.readNull();
  identifier.finish();
  const text = [algorithm, sim.readOctetString().toHex(), sim.readOctetString().toHex()].join('::');
  sim.finish();
  return text;
}

function isHex(text: string): boolean {
  return text.length > 0 && text.length % 2 === 0 && /^[0-9A-Fa-f]*$/.test(text);
}

const VISIBLE_ASCII = /^[ -~]+$/;
const GENERAL_STRING = 0x1b;

const utf8 = { encode: encodeUtf8, decode: decodeUtf8 };

/** Every known type. */
export const OTHER_NAME_FORMS: readonly OtherNameForm[] = [
  { typeId: OtherNameType.upn, label: 'upn', expected: 'name@domain', ...utf8 },
  {
    typeId: OtherNameType.guid,
    label: 'guid',
    expected: '16 octets in hexadecimal',
    encode: (text) => encodeOctets(text, 16),
    decode: (reader) => reader.readOctetString().toHex(),
  },
  {
    typeId: OtherNameType.krb5Principal,
    label: 'krb5principal',
    expected: 'name/instance@REALM',
    encode: encodePrincipal,
    decode: decodePrincipal,
  },
  {
    typeId: OtherNameType.permanentIdentifier,
    label: 'permanentIdentifier',
    expected: 'value/assigner, the assigner an object identifier',
    encode: encodePermanentIdentifier,
    decode: decodePermanentIdentifier,
  },
  {
    typeId: OtherNameType.hardwareModuleName,
    label: 'hardwareModuleName',
    expected: 'type/serial, an object identifier and hexadecimal',
    encode: encodeHardwareModuleName,
    decode: decodeHardwareModuleName,
  },
  { typeId: OtherNameType.xmppAddr, label: 'xmppAddr', expected: 'name@domain', ...utf8 },
  {
    typeId: OtherNameType.subjectIdentificationMethod,
    label: 'subjectIdentificationMethod',
    expected: 'hash algorithm::random::PEPSI, an object identifier and twice hexadecimal',
    encode: encodeIdentificationMethod,
    decode: decodeIdentificationMethod,
  },
  {
    typeId: OtherNameType.srvName,
    label: 'srvName',
    expected: '_service.domain in ASCII',
    encode: (text) => encodeAscii(text, Tag.ia5String),
    decode: (reader) => decodeAscii(reader, Tag.ia5String),
  },
  { typeId: OtherNameType.smtpUtf8Mailbox, label: 'smtpUTF8Mailbox', expected: 'name@domain', ...utf8 },
  {
    typeId: OtherNameType.fascN,
    label: 'fascN',
    expected: 'hexadecimal',
    encode: (text) => encodeOctets(text),
    decode: (reader) => reader.readOctetString().toHex(),
  },
];
