/** A certificate as rules see it: the octets of its fields, before or after the signature (RFC 5280 §4.1). */
import { Element, onlyChild, requireTag, Sequence } from '../ber/element.ts';
import { bitString, smallInteger, Tag, WrittenTime } from '../ber/values.ts';
import { type EncodingDefects, defectsOf, defectsWithin } from '../ber/encoding-defects.ts';
import { MalformedError } from '../ber/malformed.ts';
import type { CommonParts } from '../common-parts/common-parts.ts';
import { CommonOctets } from '../common-parts/known-common-parts.ts';
import { Reads } from '../common-parts/reads.ts';
import { SharedExtensions } from '../common-parts/shared-extensions.ts';
import { ExtensionsUnderLint } from './extensions-under-lint.ts';
import type { ExtensionForm, WrittenExtension } from './extension-form.ts';
import { basicConstraints } from './extensions/basic-constraints.ts';
import { issuerAltName, subjectAltName } from './extensions/subject-alt-name.ts';
import { isPlainDnsName } from './names/dns-name.ts';
import {
  dnsNamesAmong,
  type GeneralNameKind,
  type GeneralNameOf,
  isUnusualText,
  kindBit,
  type TextName,
  type WrittenGeneralName,
} from './names/general-names.ts';
import { type PointingUri, pointingUris } from './pointing-uris.ts';
import { NameUnderLint } from './names/name-under-lint.ts';
import { PublicKeyUnderLint, readAlgorithm, type WrittenAlgorithm } from './public-key-under-lint.ts';

/** The fields around the to-be-signed octets. */
export interface Signed {
  readonly algorithm: WrittenAlgorithm;
  readonly signature: Uint8Array;
  readonly unusedBits: number;
}

/**
 * Parts that others of the same CA, profile and kind of key share are fields; the reading of all others is noted. A part that is computed of several
 * and kept is noted each time, too.
 */
export class CertificateUnderLint {
  /** Undefined before it is signed. */
  readonly signed: Signed | undefined;
  /** `[0]`, where it is written. */
  readonly versionElement: Element | undefined;
  /** 1, 2 or 3; others as they are written. */
  readonly version: number;
  /** Algorithm of the signature, inside. */
  readonly algorithm: WrittenAlgorithm;
  readonly issuer: NameUnderLint;
  /** Which attributes it has, and of which form, is a common part. */
  readonly subject: NameUnderLint;
  readonly publicKey: PublicKeyUnderLint;
  readonly issuerUniqueId: Element | undefined;
  readonly subjectUniqueId: Element | undefined;
  /** True where the field is written, be it with an empty list. */
  readonly hasExtensions: boolean;
  readonly extensions: ExtensionsUnderLint;
  /** True when issuer and subject are the same octets, which they are not where there are common parts. */
  readonly isSelfIssued: boolean;
  readonly reads = new Reads();
  /** Undefined for one whose findings are not kept: it is signed already, names itself as its issuer, or is very large. */
  readonly commonParts: CommonParts | undefined;
  readonly #own: OwnParts;
  /** Bits of the kinds of alternative names, and {@link UNUSUAL}. */
  readonly #kinds: number;
  /** Undefined where it cannot be told. */
  readonly #encoding: EncodingDefects | undefined;
  #alternativeNames: readonly WrittenGeneralName[] | undefined;
  #dnsNames: readonly string[] | undefined;
  #pointingUris: readonly PointingUri[] | undefined;

  private constructor(tbs: Element, signed: Signed | undefined) {
    this.signed = signed;
    const fields = new Sequence(tbs, 'TBSCertificate');
    this.versionElement = fields.optional(0xa0);
    this.version = this.versionElement === undefined ? 1 : readVersion(this.versionElement);
    const serialNumber = fields.next('serialNumber', Tag.integer).content;
    this.algorithm = readAlgorithm(fields.next('signature'));
    const issuer = fields.next('issuer');
    const validity = new Sequence(fields.next('validity'), 'Validity');
    const notBefore = new WrittenTime(validity.next('notBefore'));
    const notAfter = new WrittenTime(validity.next('notAfter'));
    validity.finish();
    this.subject = new NameUnderLint(fields.next('subject'), this.reads);
    this.publicKey = new PublicKeyUnderLint(fields.next('subjectPublicKeyInfo'), this.reads);
    this.issuerUniqueId = fields.optional(0x81);
    this.subjectUniqueId = fields.optional(0x82);
    const wrapper = fields.optional(EXTENSIONS);
    const extensionsElement = wrapper && requireTag(onlyChild(wrapper, 'extensions'), Tag.sequence, 'Extensions');
    this.hasExtensions = extensionsElement !== undefined;
    const shared = signed === undefined ? sharedExtensions : undefined;
    this.extensions = new ExtensionsUnderLint(extensionsElement, this.reads, shared);
    fields.finish();
    this.#own = { tbs, serialNumber, notBefore, notAfter, extensionsElement };
    this.#kinds = this.#alternativeKinds();
    this.#encoding = this.#encodingIfReadable();
    this.isSelfIssued = issuer.equals(this.subject.element);
    const isKept = signed === undefined && !this.isSelfIssued;
    this.commonParts = isKept ? this.#commonOctets(issuer).commonParts() : undefined;
    this.issuer = this.commonParts?.issuer(issuer) ?? new NameUnderLint(issuer);
    this.reads.own = false;
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

  /** Content octets of the INTEGER. */
  get serialNumber(): Uint8Array {
    return this.#readOwn().serialNumber;
  }

  get notBefore(): WrittenTime {
    return this.#readOwn().notBefore;
  }

  get notAfter(): WrittenTime {
    return this.#readOwn().notAfter;
  }

  /** Alternative names of the subject and of the issuer: what is said of their forms holds for both (RFC 5280 §4.2.1.7). */
  get alternativeNames(): readonly WrittenGeneralName[] {
    const ofSubject = this.value(subjectAltName) ?? [];
    this.#alternativeNames ??= [...ofSubject, ...(this.value(issuerAltName) ?? [])];
    return this.#alternativeNames;
  }

  /** Alternative names of a kind, of the subject and of the issuer. Which kinds there are is a common part. */
  alternativeNamesOf<K extends GeneralNameKind>(kind: K): readonly GeneralNameOf<K>[] {
    if ((this.#kinds & kindBit(kind)) === 0) return [];
    return this.alternativeNames.filter((name): name is GeneralNameOf<K> => name.kind === kind);
  }

  /** Alternative names that are text, of the subject and of the issuer, without the plain DNS names. Whether there are any is a common part. */
  get unusualTextNames(): readonly TextName[] {
    return (this.#kinds & UNUSUAL) === 0 ? NO_NAMES : this.alternativeNames.filter(isUnusualText);
  }

  /** DNS names among the alternative names of the subject, without the plain ones, whose form no rule objects to. */
  get unusualDnsNames(): readonly string[] {
    return (this.#kinds & UNUSUAL) === 0 ? [] : this.dnsNames.filter((name) => !isPlainDnsName(name));
  }

  /** DNS names among the alternative names of the subject. */
  get dnsNames(): readonly string[] {
    if ((this.#kinds & kindBit('dNSName')) === 0) return [];
    const ofSubject = this.value(subjectAltName) ?? [];
    this.#dnsNames ??= dnsNamesAmong(ofSubject);
    return this.#dnsNames;
  }

  /** URIs in the extensions that point to something, all of them common ones. */
  get pointingUris(): readonly PointingUri[] {
    this.#pointingUris ??= pointingUris(this.extensions);
    return this.#pointingUris;
  }

  /**
   * Violations of DER, of the fields and of the values of known extensions that can be read.
   *
   * @throws {MalformedError} where an element within them cannot be read
   */
  get encoding(): EncodingDefects {
    return this.#encoding ?? this.#readEncoding(this.#readOwn());
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

  #readOwn(): OwnParts {
    this.reads.own = true;
    return this.#own;
  }

  #alternativeKinds(): number {
    let kinds = 0;
    for (const form of [subjectAltName, issuerAltName])
      for (const name of this.extensions.value(form) ?? [])
        kinds |= kindBit(name.kind) | (isUnusualText(name) ? UNUSUAL : 0);
    return kinds;
  }

  #encodingIfReadable(): EncodingDefects | undefined {
    try {
      return this.#readEncoding(this.#own);
    } catch (error) {
      if (error instanceof MalformedError) return undefined;
      throw error;
    }
  }

  #readEncoding({ tbs, extensionsElement }: OwnParts): EncodingDefects {
    let defects = defectsOf(tbs) | this.extensions.encoding;
    if (extensionsElement !== undefined) defects |= defectsOf(extensionsElement);
    for (const field of tbs.children) defects |= field.tag === EXTENSIONS ? defectsOf(field) : defectsWithin(field);
    return defects;
  }

  /** Returns the octets of all that rules read without a note. */
  #commonOctets(issuer: Element): CommonOctets {
    const octets = new CommonOctets();
    octets.mark(this.#kinds >> 8);
    octets.mark(this.#kinds & 0xff);
    octets.mark(this.#encoding ?? UNKNOWN_ENCODING);
    octets.mark(this.hasExtensions ? 1 : 0);
    if (this.versionElement !== undefined) octets.add(this.versionElement);
    octets.add(this.algorithm.element);
    octets.add(issuer);
    octets.add(this.publicKey.algorithm.element);
    if (this.issuerUniqueId !== undefined) octets.add(this.issuerUniqueId);
    if (this.subjectUniqueId !== undefined) octets.add(this.subjectUniqueId);
    for (const rdn of this.subject.rdns) {
      octets.mark(Tag.set);
      for (const { typeElement, isPlain, tag } of rdn) {
        octets.add(typeElement);
        octets.addNumber(isPlain ? 1 : 0, tag);
      }
    }
    this.extensions.addCommonOctets(octets);
    return octets;
  }
}

/** Parts that each certificate has for itself. */
interface OwnParts {
  /** The to-be-signed octets. */
  readonly tbs: Element;
  readonly serialNumber: Uint8Array;
  readonly notBefore: WrittenTime;
  readonly notAfter: WrittenTime;
  /** `Extensions`, where it is written. */
  readonly extensionsElement: Element | undefined;
}

function readVersion(wrapper: Element): number {
  const [number, ...more] = wrapper.children;
  if (number === undefined || number.tag !== Tag.integer || more.length > 0) return Number.NaN;
  return (smallInteger(number) ?? Number.NaN) + 1;
}

const EXTENSIONS = 0xa3;
/** Beside the bits of kinds: some alternative name is text, and no plain DNS name. */
const UNUSUAL = 512;
/** Beside the bits of {@link EncodingDefects}. */
const UNKNOWN_ENCODING = 0x80;
const NO_NAMES: readonly TextName[] = [];
/** A pure memo. */
const sharedExtensions = new SharedExtensions();
