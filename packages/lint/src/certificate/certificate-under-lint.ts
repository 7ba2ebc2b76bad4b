/** A certificate as rules see it: the octets of its fields, before or after the signature (RFC 5280 §4.1). */
import { Element, Sequence } from '../ber/element.ts';
import { bitString, smallInteger, Tag, time, type WrittenTime } from '../ber/values.ts';
import { type PointingUri, pointingUris } from './pointing-uris.ts';
import { type EncodingDefects, encodingDefects } from '../ber/encoding-defects.ts';
import { ExtensionsUnderLint } from './extensions-under-lint.ts';
import type { ExtensionForm, WrittenExtension } from './extension-form.ts';
import { basicConstraints } from './extensions/basic-constraints.ts';
import { issuerAltName, subjectAltName } from './extensions/subject-alt-name.ts';
import { dnsNamesAmong, type WrittenGeneralName } from './general-names.ts';
import { KNOWN_FORMS } from './extensions/known-forms.ts';
import { NameUnderLint } from './name-under-lint.ts';
import { PublicKeyUnderLint, readAlgorithm, type WrittenAlgorithm } from './public-key-under-lint.ts';

/** The fields around the to-be-signed octets. */
export interface Signed {
  readonly algorithm: WrittenAlgorithm;
  readonly signature: Uint8Array;
  readonly unusedBits: number;
}

export class CertificateUnderLint {
  /** The to-be-signed octets. */
  readonly tbs: Element;
  /** Undefined before it is signed. */
  readonly signed: Signed | undefined;
  /** `[0]`, where it is written. */
  readonly versionElement: Element | undefined;
  /** 1, 2 or 3; others as they are written. */
  readonly version: number;
  /** Content octets of the INTEGER. */
  readonly serialNumber: Uint8Array;
  /** Algorithm of the signature, inside. */
  readonly algorithm: WrittenAlgorithm;
  readonly issuer: NameUnderLint;
  readonly notBefore: WrittenTime;
  readonly notAfter: WrittenTime;
  readonly subject: NameUnderLint;
  readonly publicKey: PublicKeyUnderLint;
  readonly issuerUniqueId: Element | undefined;
  readonly subjectUniqueId: Element | undefined;
  /** `Extensions`, where it is written. */
  readonly extensionsElement: Element | undefined;
  readonly extensions: ExtensionsUnderLint;
  #alternativeNames: readonly WrittenGeneralName[] | undefined;
  #dnsNames: readonly string[] | undefined;
  #pointingUris: readonly PointingUri[] | undefined;
  #encoding: EncodingDefects | undefined;

  private constructor(tbs: Element, signed: Signed | undefined) {
    this.tbs = tbs;
    this.signed = signed;
    const fields = new Sequence(tbs, 'TBSCertificate');
    this.versionElement = fields.optional(0xa0);
    this.version = this.versionElement === undefined ? 1 : readVersion(this.versionElement);
    this.serialNumber = fields.next('serialNumber', Tag.integer).content;
    this.algorithm = readAlgorithm(fields.next('signature'));
    this.issuer = new NameUnderLint(fields.next('issuer'));
    const validity = new Sequence(fields.next('validity'), 'Validity');
    this.notBefore = time(validity.next('notBefore'));
    this.notAfter = time(validity.next('notAfter'));
    validity.finish();
    this.subject = new NameUnderLint(fields.next('subject'));
    this.publicKey = new PublicKeyUnderLint(fields.next('subjectPublicKeyInfo'));
    this.issuerUniqueId = fields.optional(0x81);
    this.subjectUniqueId = fields.optional(0x82);
    const wrapper = fields.optional(0xa3);
    this.extensionsElement = wrapper?.children[0];
    this.extensions = new ExtensionsUnderLint(this.extensionsElement);
    fields.finish();
  }

  /**
   * Reads the octets that are to be signed.
   *
   * @throws {MalformedError}
   */
  static toBeSigned(octets: Uint8Array): CertificateUnderLint {
    return new CertificateUnderLint(Element.only(octets), undefined);
  }

  /**
   * Reads a whole certificate.
   *
   * @throws {MalformedError}
   */
  static whole(octets: Uint8Array): CertificateUnderLint {
    const parts = new Sequence(Element.only(octets), 'Certificate');
    const tbs = parts.next('tbsCertificate');
    const algorithm = readAlgorithm(parts.next('signatureAlgorithm'));
    const { octets: signature, unusedBits } = bitString(parts.next('signatureValue', Tag.bitString));
    parts.finish();
    return new CertificateUnderLint(tbs, { algorithm, signature, unusedBits });
  }

  /** Alternative names of the subject and of the issuer: what is said of their forms holds for both (RFC 5280 §4.2.1.7). */
  get alternativeNames(): readonly WrittenGeneralName[] {
    this.#alternativeNames ??= [...(this.value(subjectAltName) ?? []), ...(this.value(issuerAltName) ?? [])];
    return this.#alternativeNames;
  }

  /** DNS names among the alternative names of the subject. */
  get dnsNames(): readonly string[] {
    this.#dnsNames ??= dnsNamesAmong(this.value(subjectAltName) ?? []);
    return this.#dnsNames;
  }

  /** URIs in the extensions that point to something. */
  get pointingUris(): readonly PointingUri[] {
    this.#pointingUris ??= pointingUris(this.extensions);
    return this.#pointingUris;
  }

  /** Violations of DER, of the fields and of the values of known extensions that can be read. */
  get encoding(): EncodingDefects {
    this.#encoding ??= encodingDefects([
      this.tbs,
      ...KNOWN_FORMS.flatMap((form) => this.extensions.element(form) ?? []),
    ]);
    return this.#encoding;
  }

  /** The value of an extension; undefined without it, and for one that cannot be read, of which its own rule tells. */
  value<T>(form: ExtensionForm<T>): T | undefined {
    return this.extensions.value(form);
  }

  /** The first extension of a type. */
  extension(form: { readonly oid: string }): WrittenExtension | undefined {
    return this.extensions.find(form);
  }

  /** True when basicConstraints says so. */
  get isCa(): boolean {
    return this.value(basicConstraints)?.ca === true;
  }

  /** True when issuer and subject are the same octets. */
  get isSelfIssued(): boolean {
    return this.issuer.element.equals(this.subject.element);
  }
}

function readVersion(wrapper: Element): number {
  const [number, ...more] = wrapper.children;
  if (number === undefined || number.tag !== Tag.integer || more.length > 0) return Number.NaN;
  return (smallInteger(number) ?? Number.NaN) + 1;
}
