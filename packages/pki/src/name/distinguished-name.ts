/** Distinguished names: the DER that was signed, and text and comparison on top of it. */
import { createHash } from 'node:crypto';
import { asDer, compareBytes, DerError, DerReader, readDer, Tag, writeDer, type Der, type Oid } from '../der/index.ts';
import { decodeAttributeValue, encodeAttributeValue } from './attribute-value.ts';
import { NameError } from './errors.ts';
import { formatRdns, parseRdns } from './rfc4514.ts';
import { prepareString } from './string-preparation.ts';

/** One attribute of a relative distinguished name. */
export interface NameAttribute {
  readonly type: Oid;
  /** The text, or `#` and the hexadecimal DER of a value that has none. */
  readonly value: string;
  /** True when {@link value} is text: the value is of a string type, and well formed. */
  readonly isText: boolean;
  /** The DER of the value, tag included. */
  readonly raw: Uint8Array;
}

/** An attribute to be written, see {@link DistinguishedName.of}. */
export interface AttributeText {
  readonly type: Oid;
  readonly value: string;
}

/**
 * A distinguished name (RFC 5280 §4.1.2.4).
 *
 * Immutable. Holds the DER it was read from and never encodes it again, so that the issuer of a certificate is, octet for
 * octet, the subject of its CA's.
 */
export class DistinguishedName {
  /** The encoding, as it was read; a view on the input. */
  readonly der: Der<'Name'>;
  readonly #rdns: readonly (readonly Attribute[])[];
  #key: string | undefined;
  #text: string | undefined;

  private constructor(der: Uint8Array, rdns: readonly (readonly Attribute[])[]) {
    this.der = asDer(der);
    this.#rdns = rdns;
  }

  /**
   * Reads the encoding of one Name. Values are not looked into before they are asked for.
   *
   * @param options - `anyOrder` accepts attributes of one component out of order, as some authorities wrote them
   * @throws {@link DerError} `der.too_large` for more than 1,000 attributes, among others
   */
  static fromDer(bytes: Uint8Array, options: { readonly anyOrder?: boolean } = {}): DistinguishedName {
    return readDer(bytes, (reader) => DistinguishedName.read(reader, options));
  }

  /** As {@link fromDer}, for a Name inside another structure. */
  static read(reader: DerReader, options: { readonly anyOrder?: boolean } = {}): DistinguishedName {
    const start = reader.offset;
    const { raw } = reader.readElement(Tag.sequence);
    return new DistinguishedName(raw, readRdns(new DerReader(raw, start), options));
  }

  /**
   * Reads RFC 4514 text such as `CN=Issuing CA,O=Test,C=SE`. The last component of the text is the first of the encoding
   * (§2.1).
   *
   * @param options - `lenient` is for names that are looked up, not issued: ignores upper bounds, allows control
   *   characters and empty values, and falls back to UTF8String for characters that the attribute's type lacks
   * @throws {@link NameError}
   */
  static parse(text: string, options: { readonly lenient?: boolean } = {}): DistinguishedName {
    const rdns = parseRdns(text).map((rdn) =>
      rdn.map(({ type, value }) =>
        attributeDer(type, typeof value === 'string' ? encodeAttributeValue(type, value, options.lenient) : value),
      ),
    );
    return DistinguishedName.#write(rdns.toReversed());
  }

  /**
   * Builds a name from its components in the order of the encoding, the country first as a rule.
   *
   * @throws {@link NameError} `name.bad_value`, `name.too_long`
   */
  static of(rdns: readonly (readonly AttributeText[])[]): DistinguishedName {
    if (rdns.some((rdn) => rdn.length === 0)) throw new RangeError('a relative distinguished name is empty');
    return DistinguishedName.#write(
      rdns.map((rdn) => rdn.map(({ type, value }) => attributeDer(type, encodeAttributeValue(type, value)))),
    );
  }

  /** As {@link of}, of attributes of names that there are: their values keep their octets. */
  static ofAttributes(rdns: readonly (readonly Pick<NameAttribute, 'type' | 'raw'>[])[]): DistinguishedName {
    if (rdns.some((rdn) => rdn.length === 0)) throw new RangeError('a relative distinguished name is empty');
    return DistinguishedName.#write(rdns.map((rdn) => rdn.map(({ type, raw }) => attributeDer(type, raw))));
  }

  static #write(rdns: readonly (readonly Uint8Array[])[]): DistinguishedName {
    const count = rdns.reduce((sum, { length }) => sum + length, 0);
    if (count > MAX_ATTRIBUTES) {
      throw new NameError('name.too_long', `a name of ${count} attributes; ${MAX_ATTRIBUTES} are the most`);
    }
    const der = writeDer((writer) =>
      writer.sequence((sequence) => {
        for (const rdn of rdns) sequence.setOf(rdn);
      }),
    );
    return DistinguishedName.fromDer(der);
  }

  /** The relative distinguished names in the order of the encoding, each with its attributes. */
  get rdns(): readonly (readonly NameAttribute[])[] {
    return this.#rdns;
  }

  /** Returns whether the name has no component, as the subject of a certificate that is named by its alternative names only. */
  get isEmpty(): boolean {
    return this.#rdns.length === 0;
  }

  /** The texts of every attribute of the type `type`, in the order of the encoding; `#` and hex where there is no text. */
  values(type: Oid): readonly string[] {
    return this.#rdns.flatMap((rdn) => rdn.filter((attribute) => attribute.type === type).map(({ value }) => value));
  }

  /** RFC 4514 text: upper-case short names, no blanks after commas, a dotted identifier where there is no short name. */
  toString(): string {
    this.#text ??= formatRdns(this.#rdns.toReversed());
    return this.#text;
  }

  /** Returns whether both name the same entity (RFC 5280 §7.1): case and insignificant blanks do not count, nor the string type. */
  equals(other: DistinguishedName): boolean {
    if (this.#rdns.length !== other.#rdns.length) return false;
    return compareBytes(this.der, other.der) === 0 || this.key === other.key;
  }

  /** Returns whether the components of `other` are the first ones of this name: whether it lies in the subtree of `other` (RFC 5280 §4.2.1.10). */
  startsWith(other: DistinguishedName): boolean {
    const { length } = other.#rdns;
    return length <= this.#rdns.length && keyOf(this.#rdns.slice(0, length)) === other.key;
  }

  /** SHA-256 over the form that RFC 5280 §7.1 compares, in lower-case hex: equal names have equal keys. */
  get key(): string {
    this.#key ??= keyOf(this.#rdns);
    return this.#key;
  }

  /** The same components in the other order, for text that was written in the order of X.500. */
  reversed(): DistinguishedName {
    return DistinguishedName.ofAttributes(this.#rdns.toReversed());
  }
}

/** Decodes its text when it is first asked for: most names that are read are never shown. */
class Attribute implements NameAttribute {
  readonly type: Oid;
  readonly raw: Uint8Array;
  #text: string | undefined;
  #decoded = false;

  constructor(type: Oid, raw: Uint8Array) {
    this.type = type;
    this.raw = raw;
  }

  get text(): string | undefined {
    if (!this.#decoded) {
      this.#text = decodeAttributeValue(this.type, new DerReader(this.raw).readAny());
      this.#decoded = true;
    }
    return this.#text;
  }

  get isText(): boolean {
    return this.text !== undefined;
  }

  get value(): string {
    return this.text ?? `#${this.raw.toHex()}`;
  }
}

function readRdns(reader: DerReader, options: { readonly anyOrder?: boolean }): Attribute[][] {
  const sequence = reader.readSequence();
  const rdns: Attribute[][] = [];
  let count = 0;
  while (!sequence.atEnd) {
    const start = sequence.offset;
    const set = sequence.readSetOf(options);
    if (set.atEnd) throw new DerError('der.bad_value', 'a relative distinguished name is empty', start);
    const rdn: Attribute[] = [];
    while (!set.atEnd) {
      if (++count > MAX_ATTRIBUTES) {
        throw new DerError('der.too_large', `a name of more than ${MAX_ATTRIBUTES} attributes`, start);
      }
      const pair = set.readSequence();
      rdn.push(new Attribute(pair.readOid(), pair.readAny().raw));
      pair.finish();
    }
    rdns.push(rdn);
  }
  return rdns;
}

function attributeDer(type: Oid, value: Uint8Array): Uint8Array {
  return writeDer((writer) => writer.sequence((pair) => pair.oid(type).raw(value)));
}

function keyOf(rdns: readonly (readonly Attribute[])[]): string {
  return createHash('sha256').update(normalForm(rdns)).digest('hex');
}

/**
 * A Name again, with every text prepared and written as UTF8String. A value that is not text keeps its encoding, which
 * cannot be taken for a prepared one: were it a well-formed UTF8String, it would have been text.
 */
function normalForm(rdns: readonly (readonly Attribute[])[]): Uint8Array {
  return writeDer((writer) =>
    writer.sequence((sequence) => {
      for (const rdn of rdns) sequence.setOf(rdn.map(normalAttribute));
    }),
  );
}

function normalAttribute({ type, text, raw }: Attribute): Uint8Array {
  if (text === undefined) return attributeDer(type, raw);
  return attributeDer(
    type,
    writeDer((writer) => writer.utf8String(prepareString(text))),
  );
}

/** Limit for names of others: far more than any has, and few enough to sort and compare. */
const MAX_ATTRIBUTES = 1000;
