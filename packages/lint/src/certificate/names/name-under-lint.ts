/** A distinguished name as it is written (RFC 5280 §4.1.2.4). */
import { type Element, requireTag, Sequence } from '../../ber/element.ts';
import { characterString, isPlainText, oidText, Tag } from '../../ber/values.ts';
import { Reads } from '../../common-parts/reads.ts';

export class WrittenAttribute {
  readonly type: string;
  readonly typeElement: Element;
  /** Tag of the value; like {@link isPlain}, read without a note. */
  readonly tag: number;
  /** True for a value whose form no rule objects to, whatever its type: see {@link isPlainText}. */
  readonly isPlain: boolean;
  readonly #element: Element;
  readonly #value: Element;
  readonly #reads: Reads;
  #text: string | undefined;
  #isDecoded = false;

  /**
   * @param reads - notes when the value is read
   * @throws {MalformedError}
   */
  constructor(element: Element, reads: Reads) {
    const parts = new Sequence(element, 'an AttributeTypeAndValue');
    this.#element = element;
    this.typeElement = parts.next('type', Tag.objectIdentifier);
    this.type = oidText(this.typeElement);
    this.#value = parts.next('value');
    parts.finish();
    this.tag = this.#value.tag;
    this.isPlain = isPlainText(this.#value);
    this.#reads = reads;
  }

  /** Type and value. */
  get element(): Element {
    this.#reads.own = true;
    return this.#element;
  }

  get value(): Element {
    this.#reads.own = true;
    return this.#value;
  }

  /** Undefined for a value that is not a character string, or whose octets are not text of its type. */
  get text(): string | undefined {
    this.#reads.own = true;
    if (!this.#isDecoded) {
      this.#text = characterString(this.#value);
      this.#isDecoded = true;
    }
    return this.#text;
  }
}

export class NameUnderLint {
  readonly #element: Element;
  readonly #reads: Reads;
  /** Relative distinguished names in their order, with their attributes. */
  readonly rdns: readonly (readonly WrittenAttribute[])[];
  /** All attributes in their order. */
  readonly attributes: readonly WrittenAttribute[];

  /**
   * @param reads - notes when more is read than which attributes there are, and of which form
   * @throws {MalformedError}
   */
  constructor(element: Element, reads = new Reads()) {
    this.#element = requireTag(element, Tag.sequence, 'a Name');
    this.#reads = reads;
    this.rdns = element.children.map((rdn) =>
      requireTag(rdn, Tag.set, 'a RelativeDistinguishedName').children.map((one) => new WrittenAttribute(one, reads)),
    );
    this.attributes = this.rdns.flat();
  }

  get element(): Element {
    this.#reads.own = true;
    return this.#element;
  }

  /** Attributes whose form a rule may object to. */
  get unusualAttributes(): readonly WrittenAttribute[] {
    return this.attributes.filter(({ isPlain }) => !isPlain);
  }

  get isEmpty(): boolean {
    return this.rdns.length === 0;
  }

  /** Attributes of a type. */
  of(type: string): readonly WrittenAttribute[] {
    return this.attributes.filter((attribute) => attribute.type === type);
  }

  has(type: string): boolean {
    return this.attributes.some((attribute) => attribute.type === type);
  }
}

/** Object identifiers of attributes (RFC 5280 Appendix A.1, and others where they are named). */
export const AttributeType = {
  commonName: '2.5.4.3',
  surname: '2.5.4.4',
  serialNumber: '2.5.4.5',
  countryName: '2.5.4.6',
  localityName: '2.5.4.7',
  stateOrProvinceName: '2.5.4.8',
  streetAddress: '2.5.4.9',
  organizationName: '2.5.4.10',
  organizationalUnitName: '2.5.4.11',
  title: '2.5.4.12',
  businessCategory: '2.5.4.15',
  postalCode: '2.5.4.17',
  name: '2.5.4.41',
  givenName: '2.5.4.42',
  initials: '2.5.4.43',
  generationQualifier: '2.5.4.44',
  dnQualifier: '2.5.4.46',
  pseudonym: '2.5.4.65',
  organizationIdentifier: '2.5.4.97',
  emailAddress: '1.2.840.113549.1.9.1',
  domainComponent: '0.9.2342.19200300.100.1.25',
  userId: '0.9.2342.19200300.100.1.1',
  jurisdictionLocality: '1.3.6.1.4.1.311.60.2.1.1',
  jurisdictionStateOrProvince: '1.3.6.1.4.1.311.60.2.1.2',
  jurisdictionCountry: '1.3.6.1.4.1.311.60.2.1.3',
} as const;
