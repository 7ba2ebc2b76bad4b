/** A CRL as rules see it when all of it has come: its fields, and a summary of its entries (RFC 5280 §5.1). */
import { Defect, type EncodingDefects, encodingDefects } from '../ber/encoding-defects.ts';
import { type Element, onlyChild, requireTag } from '../ber/element.ts';
import { MalformedError } from '../ber/malformed.ts';
import { bitString, smallInteger, Tag, WrittenTime } from '../ber/values.ts';
import type { Signed } from '../certificate/certificate-under-lint.ts';
import type { ExtensionForm, WrittenExtension } from '../certificate/extension-form.ts';
import { ExtensionsUnderLint } from '../certificate/extensions-under-lint.ts';
import { NameUnderLint } from '../certificate/names/name-under-lint.ts';
import { readAlgorithm, type WrittenAlgorithm } from '../certificate/public-key-under-lint.ts';
import { CRL_FORMS, deltaCrlIndicator } from './crl-forms.ts';
import type { CrlElements } from './crl-stream.ts';
import type { EntriesSummary } from './entries-summary.ts';

/** The fields before the entries. */
export class CrlHead {
  readonly elements: readonly Element[];
  /** Where it is written. */
  readonly versionElement: Element | undefined;
  /** 1 or 2; others as they are written. */
  readonly version: number;
  readonly algorithm: WrittenAlgorithm;
  readonly issuer: NameUnderLint;
  readonly thisUpdate: WrittenTime;
  readonly nextUpdate: WrittenTime | undefined;

  /** @throws {MalformedError} */
  constructor(elements: readonly Element[]) {
    this.elements = elements;
    const rest = [...elements];
    const next = (what: string) => {
      const element = rest.shift();
      if (element === undefined) throw new MalformedError(`the TBSCertList ends before ${what}`);
      return element;
    };
    this.versionElement = rest[0]?.tag === Tag.integer ? rest.shift() : undefined;
    this.version = this.versionElement === undefined ? 1 : (smallInteger(this.versionElement) ?? Number.NaN) + 1;
    this.algorithm = readAlgorithm(next('signature'));
    this.issuer = new NameUnderLint(next('issuer'));
    this.thisUpdate = new WrittenTime(next('thisUpdate'));
    const nextUpdate = rest.shift();
    this.nextUpdate = nextUpdate && new WrittenTime(nextUpdate);
    if (rest.length > 0) throw new MalformedError('the TBSCertList has a field too many');
  }
}

export class CrlUnderLint {
  readonly head: CrlHead;
  /** Undefined before it is signed. */
  readonly signed: Signed | undefined;
  /** True when the field revokedCertificates is there. */
  readonly hasEntries: boolean;
  readonly entries: EntriesSummary;
  /** `Extensions`, where it is written. */
  readonly extensionsElement: Element | undefined;
  readonly extensions: ExtensionsUnderLint;
  /** Where only certificates of CAs are in its scope, as its issuer knows. */
  readonly coversCas: boolean;
  readonly #longLength: boolean;
  #encoding: EncodingDefects | undefined;

  /** @throws {MalformedError} */
  constructor(head: CrlHead, elements: CrlElements, entries: EntriesSummary, { coversCas }: { coversCas: boolean }) {
    this.head = head;
    this.hasEntries = elements.hasEntries;
    this.entries = entries;
    this.coversCas = coversCas;
    this.#longLength = elements.longLength;
    const [wrapper, ...more] = elements.tail;
    if (more.length > 0) throw new MalformedError('the TBSCertList goes on after its last element');
    if (wrapper !== undefined) {
      const list = onlyChild(requireTag(wrapper, 0xa0, 'crlExtensions'), 'crlExtensions');
      this.extensionsElement = requireTag(list, Tag.sequence, 'Extensions');
    }
    this.extensions = new ExtensionsUnderLint(this.extensionsElement);
    this.signed = readSignature(elements.signature);
  }

  get algorithm(): WrittenAlgorithm {
    return this.head.algorithm;
  }

  get issuer(): NameUnderLint {
    return this.head.issuer;
  }

  /** Violations of DER, of the fields, of the entries, and of the values of known extensions that can be read. */
  get encoding(): EncodingDefects {
    if (this.#encoding !== undefined) return this.#encoding;
    const own = encodingDefects([
      ...this.head.elements,
      ...(this.extensionsElement === undefined ? [] : [this.extensionsElement]),
      ...CRL_FORMS.flatMap((form) => this.extensions.element(form) ?? []),
    ]);
    this.#encoding = own | this.entries.encoding | (this.#longLength ? Defect.longLength : 0);
    return this.#encoding;
  }

  get isDelta(): boolean {
    return this.extensions.has(deltaCrlIndicator);
  }

  /** The first extension of a type. */
  extension(form: { readonly oid: string }): WrittenExtension | undefined {
    return this.extensions.find(form);
  }

  /** The value of an extension; undefined without it, and for one that cannot be read, of which its own rule tells. */
  value<T>(form: ExtensionForm<T>): T | undefined {
    return this.extensions.value(form);
  }
}

function readSignature(elements: readonly Element[]): Signed | undefined {
  if (elements.length === 0) return undefined;
  const [algorithm, value, ...more] = elements;
  if (algorithm === undefined || value === undefined || more.length > 0)
    throw new MalformedError('a CRL is not a TBSCertList, an algorithm and a signature');
  const { octets, unusedBits } = bitString(requireTag(value, Tag.bitString, 'signatureValue'));
  return { algorithm: readAlgorithm(algorithm), signature: octets, unusedBits };
}
