/** X.509 certificates as they are read (RFC 5280 §4.1). */
import { type SignatureAlgorithm, signatureAlgorithmOf } from '../algorithm/index.ts';
import { asDer, contextPrimitive, type Der, type DerReader, Tag } from '../der/index.ts';
import { type Extension, type ExtensionType, findExtension } from '../extension/extension.ts';
import type { DistinguishedName } from '../name/index.ts';
import { parsePublicKey, type PublicKey } from '../public-key/index.ts';
import { foreignSerialNumber, type SerialNumber, serialNumberFromBytes } from '../serial-number.ts';
import { X509Error } from './errors.ts';
import { readExtensions } from './extensions.ts';
import { type Sha1Fingerprint, sha1Fingerprint, type Sha256Fingerprint, sha256Fingerprint } from './fingerprint.ts';
import type { Leniency } from './leniencies.ts';
import { type ParseOptions, Tolerance } from './tolerance.ts';
import { readIssuer, readName, readSerialNumber, readTime } from './fields.ts';
import { isSignedBy, readInnerAlgorithm, readSigned, type Signed } from './signed.ts';

/**
 * A certificate, holding the octets it was read from.
 *
 * Nothing is decoded before it is asked for that reading can do without: the values of extensions, the public key and the
 * texts of names. Immutable; the bytes handed out are views on the input, which must not be changed.
 */
export class Certificate {
  readonly der: Der<'Certificate'>;
  /** The signed octets. */
  readonly tbs: Der<'TbsCertificate'>;
  readonly version: 1 | 2 | 3;
  /** The content octets of the INTEGER. */
  readonly serialNumberBytes: Uint8Array;
  readonly signatureAlgorithmDer: Der<'AlgorithmIdentifier'>;
  readonly issuer: DistinguishedName;
  /** Seconds since 1970-01-01T00:00:00Z. */
  readonly notBefore: number;
  /** Seconds since 1970-01-01T00:00:00Z, the last at which the certificate is valid (RFC 5280 §4.1.2.5). */
  readonly notAfter: number;
  readonly subject: DistinguishedName;
  readonly publicKeyDer: Der<'SubjectPublicKeyInfo'>;
  readonly extensions: readonly Extension[];
  readonly signature: Uint8Array;
  /** Departures from the standard that were tolerated; empty for a certificate that conforms. */
  readonly departures: readonly Leniency[];
  #publicKey: PublicKey | undefined;
  #serialNumber: SerialNumber | undefined;
  #sha1: Sha1Fingerprint | undefined;
  #sha256: Sha256Fingerprint | undefined;

  private constructor(signed: Signed, tolerance: Tolerance) {
    const { content } = signed;
    this.der = asDer<'Certificate'>(signed.raw);
    this.tbs = asDer<'TbsCertificate'>(signed.toBeSigned);
    this.version = readVersion(content, tolerance);
    this.serialNumberBytes = readSerialNumber(content, tolerance);
    this.signatureAlgorithmDer = signed.algorithmDer;
    readInnerAlgorithm(content, signed.algorithmDer, tolerance);
    this.issuer = readIssuer(content, tolerance);
    const validity = content.readSequence();
    this.notBefore = readTime(validity, tolerance);
    this.notAfter = readTime(validity, tolerance);
    validity.finish();
    this.subject = readName(content, tolerance);
    this.publicKeyDer = asDer<'SubjectPublicKeyInfo'>(content.readElement(Tag.sequence).raw);
    skipUniqueIdentifiers(content, this.version, tolerance);
    this.extensions = readOptionalExtensions(content, this.version, tolerance);
    content.finish();
    this.signature = signed.signature;
    this.departures = tolerance.departures;
  }

  /**
   * Reads one certificate. `der` is not copied; no signature is verified.
   *
   * @param options - `lenient: false` refuses every departure of `leniencies`
   * @throws {DerError} when `der` is not one certificate in DER
   * @throws {X509Error}
   */
  static parse(der: Uint8Array, options: ParseOptions = {}): Certificate {
    const tolerance = new Tolerance(options);
    return new Certificate(readSigned(der, tolerance), tolerance);
  }

  /**
   * The serial number as ours are: positive, of at most 20 octets. Read once.
   *
   * @throws {SerialNumberError} for the certificates of others whose number is not
   */
  get serialNumber(): SerialNumber {
    this.#serialNumber ??= serialNumberFromBytes(this.serialNumberBytes);
    return this.#serialNumber;
  }

  /** The serial number in upper-case hex whatever it is, with `-` before a negative one: for display and comparison. */
  get serialNumberText(): string {
    return foreignSerialNumber(this.serialNumberBytes);
  }

  /** @throws {AlgorithmError} when it is unknown or its parameters are not its own */
  get signatureAlgorithm(): SignatureAlgorithm {
    return signatureAlgorithmOf(this.signatureAlgorithmDer);
  }

  /**
   * The subject's key; parsed once.
   *
   * @throws {DerError}
   * @throws {PublicKeyError}
   */
  get publicKey(): PublicKey {
    this.#publicKey ??= parsePublicKey(this.publicKeyDer);
    return this.#publicKey;
  }

  /**
   * The value of the extension of `type`, or undefined when there is none.
   *
   * @throws {DerError} when the extension is there and not what its type says
   */
  extension<T>(type: ExtensionType<T>): T | undefined {
    return findExtension(this.extensions, type);
  }

  /** Returns whether subject and issuer are the same name (RFC 5280 §6.1). Says nothing about the signature. */
  get isSelfIssued(): boolean {
    return this.subject.equals(this.issuer);
  }

  /** Computed once. */
  get sha1Fingerprint(): Sha1Fingerprint {
    this.#sha1 ??= sha1Fingerprint(this.der);
    return this.#sha1;
  }

  /** Computed once. */
  get sha256Fingerprint(): Sha256Fingerprint {
    this.#sha256 ??= sha256Fingerprint(this.der);
    return this.#sha256;
  }

  /**
   * Returns whether the signature was made with the private key of `issuerPublicKey`. One step of path validation, not all of it.
   *
   * @throws {AlgorithmError} when the signature algorithm is unknown
   * @throws {PublicKeyError} `key.invalid` when the cryptographic library refuses the key
   */
  verify(issuerPublicKey: PublicKey): boolean {
    return isSignedBy(this, this.tbs, issuerPublicKey);
  }
}

function readVersion(content: DerReader, tolerance: Tolerance): 1 | 2 | 3 {
  const wrapper = content.readOptionalExplicit(0);
  if (wrapper === undefined) return 1;
  const number = wrapper.readSmallInteger(0xff);
  wrapper.finish();
  if (number === 0) tolerance.allow('default-encoded');
  if (number === 0 || number === 1 || number === 2) return (number + 1) as 1 | 2 | 3;
  throw new X509Error('x509.bad_version', `the version of a certificate is ${number}; 0, 1 and 2 are defined`);
}

function skipUniqueIdentifiers(content: DerReader, version: number, tolerance: Tolerance): void {
  for (const tag of [ISSUER_UNIQUE_ID, SUBJECT_UNIQUE_ID]) {
    if (!content.nextIs(tag)) continue;
    if (version === 1) throw new X509Error('x509.bad_version', 'a certificate of version 1 has a unique identifier');
    tolerance.allow('unique-identifier');
    content.readBitString(tag);
  }
}

function readOptionalExtensions(content: DerReader, version: number, tolerance: Tolerance): readonly Extension[] {
  const wrapper = content.readOptionalExplicit(3);
  if (wrapper === undefined) return [];
  if (version !== 3) tolerance.allow('extensions-before-version-3');
  const extensions = readExtensions(wrapper, tolerance);
  wrapper.finish();
  return extensions;
}

const ISSUER_UNIQUE_ID = contextPrimitive(1);
const SUBJECT_UNIQUE_ID = contextPrimitive(2);
