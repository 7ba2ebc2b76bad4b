/** GeneralName (RFC 5280 §4.2.1.6): what alternative names, distribution points and name constraints are made of. */
import {
  contextConstructed,
  contextPrimitive,
  DerError,
  Tag,
  type DerReader,
  type DerWriter,
  type Oid,
} from '../der/index.ts';
import { DistinguishedName } from '../name/index.ts';

/**
 * One name, by its form.
 *
 * The text forms are ASCII (IA5String). `iPAddress` holds 4 or 16 octets, in name constraints 8 or 32: address and mask.
 * `otherName` keeps the DER of its value, which `other-name.ts` reads for the known types; `x400Address` and
 * `ediPartyName`, which nobody uses, keep their content octets.
 */
export type GeneralName =
  | { readonly type: 'otherName'; readonly typeId: Oid; readonly value: Uint8Array }
  | { readonly type: 'rfc822Name'; readonly value: string }
  | { readonly type: 'dNSName'; readonly value: string }
  | { readonly type: 'x400Address'; readonly content: Uint8Array }
  | { readonly type: 'directoryName'; readonly value: DistinguishedName }
  | { readonly type: 'ediPartyName'; readonly content: Uint8Array }
  | { readonly type: 'uniformResourceIdentifier'; readonly value: string }
  | { readonly type: 'iPAddress'; readonly value: Uint8Array }
  | { readonly type: 'registeredID'; readonly value: Oid };

/**
 * Reads one GeneralName. Checks the encoding of the name, not that it is a good one: an empty dNSName is read.
 *
 * Accepted on reading: a directoryName whose components hold their attributes out of order, because it repeats the name of a
 * certificate, which is read with that departure.
 *
 * @throws {@link DerError}
 */
export function readGeneralName(reader: DerReader): GeneralName {
  for (const [tag, read] of READERS) if (reader.nextIs(tag)) return read(reader);
  const start = reader.offset;
  const { tag } = reader.readAny();
  throw new DerError('der.unexpected_tag', `the tag ${tag.toString(16)} stands where a GeneralName belongs`, start);
}

/** Writes one GeneralName. @throws {RangeError} when a text is not ASCII, or an address has another length */
export function writeGeneralName(writer: DerWriter, name: GeneralName): void {
  switch (name.type) {
    case 'otherName':
      writer.constructed(contextConstructed(0), (other) =>
        other.oid(name.typeId).explicit(0, (value) => value.raw(name.value)),
      );
      return;
    case 'rfc822Name':
      writer.ascii(requireAscii(name), contextPrimitive(1));
      return;
    case 'dNSName':
      writer.ascii(requireAscii(name), contextPrimitive(2));
      return;
    case 'x400Address':
      writer.primitive(contextConstructed(3), name.content);
      return;
    case 'directoryName':
      // Name is a CHOICE, which is never tagged implicitly (X.680 §31.2.7).
      writer.explicit(4, (explicit) => explicit.raw(name.value.der));
      return;
    case 'ediPartyName':
      writer.primitive(contextConstructed(5), name.content);
      return;
    case 'uniformResourceIdentifier':
      writer.ascii(requireAscii(name), contextPrimitive(6));
      return;
    case 'iPAddress':
      if (!ADDRESS_LENGTHS.has(name.value.length)) {
        throw new RangeError(`an address of ${name.value.length} octets; there are 4, 8, 16 and 32`);
      }
      writer.primitive(contextPrimitive(7), name.value);
      return;
    case 'registeredID':
      writer.oid(name.value, contextPrimitive(8));
      return;
  }
}

/**
 * Reads GeneralNames, which has at least one name, and at most 1,000 here.
 *
 * @param tag - of an implicit tag, such as `contextConstructed(1)`
 */
export function readGeneralNames(reader: DerReader, tag: number = Tag.sequence): GeneralName[] {
  const start = reader.offset;
  const sequence = reader.readConstructed(tag);
  if (sequence.atEnd) throw new DerError('der.bad_value', 'a GeneralNames holds no name', start);
  const names: GeneralName[] = [];
  while (!sequence.atEnd) {
    if (names.length === MAX_NAMES) {
      throw new DerError('der.too_large', `a GeneralNames of more than ${MAX_NAMES} names`, start);
    }
    names.push(readGeneralName(sequence));
  }
  return names;
}

/** Writes GeneralNames. @param tag - of an implicit tag, such as `contextConstructed(1)` */
export function writeGeneralNames(writer: DerWriter, names: readonly GeneralName[], tag: number = Tag.sequence): void {
  if (names.length === 0) throw new RangeError('a GeneralNames holds at least one name');
  writer.constructed(tag, () => {
    for (const name of names) writeGeneralName(writer, name);
  });
}

function readOtherName(reader: DerReader): GeneralName {
  const other = reader.readConstructed(contextConstructed(0));
  const typeId = other.readOid();
  const explicit = other.readExplicit(0);
  const { raw } = explicit.readAny();
  explicit.finish();
  other.finish();
  return { type: 'otherName', typeId, value: raw };
}

function readDirectoryName(reader: DerReader): GeneralName {
  const explicit = reader.readExplicit(4);
  const value = DistinguishedName.read(explicit, { anyOrder: true });
  explicit.finish();
  return { type: 'directoryName', value };
}

function readAddress(reader: DerReader): GeneralName {
  const start = reader.offset;
  const value = reader.readOctetString(contextPrimitive(7));
  if (!ADDRESS_LENGTHS.has(value.length)) {
    throw new DerError('der.bad_value', `an iPAddress has ${value.length} octets, not 4, 8, 16 or 32`, start);
  }
  return { type: 'iPAddress', value };
}

function readAscii(reader: DerReader, tag: number): string {
  const start = reader.offset;
  const { content } = reader.readElement(tag);
  let text = '';
  for (const octet of content) {
    if (octet >= 0x80) throw new DerError('der.bad_value', 'a name of ASCII characters holds another octet', start);
    text += String.fromCharCode(octet);
  }
  return text;
}

function requireAscii(name: { readonly type: string; readonly value: string }): string {
  // eslint-disable-next-line no-control-regex -- IA5String is all of ASCII
  if (!/^[\u0000-\u007f]*$/.test(name.value)) throw new RangeError(`${name.type} '${name.value}' is not ASCII`);
  return name.value;
}

const READERS: readonly (readonly [tag: number, read: (reader: DerReader) => GeneralName])[] = [
  [contextPrimitive(2), (reader) => ({ type: 'dNSName', value: readAscii(reader, contextPrimitive(2)) })],
  [contextPrimitive(1), (reader) => ({ type: 'rfc822Name', value: readAscii(reader, contextPrimitive(1)) })],
  [
    contextPrimitive(6),
    (reader) => ({ type: 'uniformResourceIdentifier', value: readAscii(reader, contextPrimitive(6)) }),
  ],
  [contextPrimitive(7), readAddress],
  [contextConstructed(4), readDirectoryName],
  [contextConstructed(0), readOtherName],
  [contextPrimitive(8), (reader) => ({ type: 'registeredID', value: reader.readOid(contextPrimitive(8)) })],
  [
    contextConstructed(3),
    (reader) => ({ type: 'x400Address', content: reader.readElement(contextConstructed(3)).content }),
  ],
  [
    contextConstructed(5),
    (reader) => ({ type: 'ediPartyName', content: reader.readElement(contextConstructed(5)).content }),
  ],
];
const MAX_NAMES = 1000;
const ADDRESS_LENGTHS = new Set([4, 8, 16, 32]);
