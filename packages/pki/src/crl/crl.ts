/** CRLs as they are read (RFC 5280 §5.1). */
import { type SignatureAlgorithm, signatureAlgorithmOf } from '../algorithm/index.ts';
import { X509Error } from '../certificate/errors.ts';
import { readExtensions } from '../certificate/extensions.ts';
import { readIssuer, readSerialNumber, readTime } from '../certificate/fields.ts';
import {
  type Sha1Fingerprint,
  sha1Fingerprint,
  type Sha256Fingerprint,
  sha256Fingerprint,
} from '../certificate/fingerprint.ts';
import type { Leniency } from '../certificate/leniencies.ts';
import { type ParseOptions, Tolerance } from '../certificate/tolerance.ts';
import { isSignedBy, readInnerAlgorithm, readSigned, type Signed } from '../certificate/signed.ts';
import { asDer, type Der, DerReader, Tag } from '../der/index.ts';
import { type Extension, type ExtensionType, findExtension } from '../extension/extension.ts';
import type { DistinguishedName } from '../name/index.ts';
import type { PublicKey } from '../public-key/index.ts';
import { foreignSerialNumber } from '../serial-number.ts';

/** One revoked certificate of a CRL. `findExtension` decodes what `extensions` holds. */
export interface CrlEntry {
  /** As `Certificate.serialNumberText`: equal to the `SerialNumber` of a conforming certificate. */
  readonly serialNumberText: string;
  /** Seconds since 1970-01-01T00:00:00Z. */
  readonly revocationDate: number;
  readonly extensions: readonly Extension[];
  /** Offset among the octets of all entries. */
  readonly place: number;
}

/**
 * A CRL, holding the octets it was read from.
 *
 * Its entries are read each time they are walked through and never held, so that a list of a million takes no more than its
 * octets.
 */
export class Crl {
  readonly der: Der<'Crl'>;
  /** The signed octets. */
  readonly tbs: Der<'TbsCrl'>;
  readonly version: 1 | 2;
  readonly signatureAlgorithmDer: Der<'AlgorithmIdentifier'>;
  readonly issuer: DistinguishedName;
  /** Seconds since 1970-01-01T00:00:00Z. */
  readonly thisUpdate: number;
  /** Seconds since 1970-01-01T00:00:00Z; undefined in lists of others only. */
  readonly nextUpdate: number | undefined;
  readonly extensions: readonly Extension[];
  readonly signature: Uint8Array;
  readonly #entries: Uint8Array;
  readonly #entriesOffset: number;
  readonly #tolerance: Tolerance;

  private constructor(signed: Signed, tolerance: Tolerance) {
    const { content } = signed;
    this.der = asDer<'Crl'>(signed.raw);
    this.tbs = asDer<'TbsCrl'>(signed.toBeSigned);
    this.version = readVersion(content);
    this.signatureAlgorithmDer = signed.algorithmDer;
    readInnerAlgorithm(content, signed.algorithmDer, tolerance);
    this.issuer = readIssuer(content, tolerance);
    this.thisUpdate = readTime(content, tolerance);
    this.nextUpdate = readNextUpdate(content, tolerance);
    this.#entries = readRevokedCertificates(content, tolerance);
    this.#entriesOffset = content.offset - this.#entries.length;
    this.extensions = readOptionalExtensions(content, this.version, tolerance);
    content.finish();
    this.signature = signed.signature;
    this.#tolerance = tolerance;
  }

  /**
   * Reads one CRL. `der` is not copied; no signature is verified, no entry looked at.
   *
   * @param options - `lenient: false` refuses every departure of `leniencies`, those of entries when they are read
   * @throws {DerError} when `der` is not one CRL in DER
   * @throws {X509Error}
   */
  static parse(der: Uint8Array, options: ParseOptions = {}): Crl {
    const tolerance = new Tolerance(options);
    return new Crl(readSigned(der, tolerance), tolerance);
  }

  /**
   * Walks through the entries in the order of the list, reading one at a time.
   *
   * @throws {DerError} at the first entry that is not in DER
   * @throws {X509Error}
   */
  *entries(): Generator<CrlEntry, void, undefined> {
    const reader = new DerReader(this.#entries, this.#entriesOffset);
    while (!reader.atEnd) yield this.#readEntry(reader);
  }

  /** The entry at `place`, which {@link entries} has given. @throws as it does */
  entryAt(place: number): CrlEntry {
    return this.#readEntry(new DerReader(this.#entries.subarray(place), this.#entriesOffset + place));
  }

  /** Departures from the standard that were tolerated, in the entries as far as they were read; empty for a list that conforms. */
  get departures(): readonly Leniency[] {
    return this.#tolerance.departures;
  }

  /** @throws {AlgorithmError} when it is unknown or its parameters are not its own */
  get signatureAlgorithm(): SignatureAlgorithm {
    return signatureAlgorithmOf(this.signatureAlgorithmDer);
  }

  /**
   * The value of the extension of `type`, or undefined when there is none.
   *
   * @throws {DerError} when the extension is there and not what its type says
   */
  extension<T>(type: ExtensionType<T>): T | undefined {
    return findExtension(this.extensions, type);
  }

  get sha1Fingerprint(): Sha1Fingerprint {
    return sha1Fingerprint(this.der);
  }

  get sha256Fingerprint(): Sha256Fingerprint {
    return sha256Fingerprint(this.der);
  }

  /**
   * Returns whether the signature was made with the private key of `issuerPublicKey`.
   *
   * @throws {AlgorithmError} when the signature algorithm is unknown
   * @throws {PublicKeyError} `key.invalid` when the cryptographic library refuses the key
   */
  verify(issuerPublicKey: PublicKey): boolean {
    return isSignedBy(this, this.tbs, issuerPublicKey);
  }

  #readEntry(reader: DerReader): CrlEntry {
    const place = reader.offset - this.#entriesOffset;
    const entry = reader.readSequence();
    const serialNumberText = foreignSerialNumber(readSerialNumber(entry, this.#tolerance));
    const revocationDate = readTime(entry, this.#tolerance);
    if (entry.atEnd) return { serialNumberText, revocationDate, extensions: [], place };
    if (this.version === 1) this.#tolerance.allow('crl-version');
    const extensions = readExtensions(entry, this.#tolerance);
    entry.finish();
    return { serialNumberText, revocationDate, extensions, place };
  }
}

/** `version INTEGER OPTIONAL`: present means 2 (RFC 5280 §5.1.2.1). */
function readVersion(content: DerReader): 1 | 2 {
  if (!content.nextIs(Tag.integer)) return 1;
  const number = content.readSmallInteger(0xff);
  if (number !== 1) throw new X509Error('x509.bad_version', `the version of a CRL is ${number}; only 1 is defined`);
  return 2;
}

function readNextUpdate(content: DerReader, tolerance: Tolerance): number | undefined {
  if (content.nextIs(Tag.utcTime) || content.nextIs(Tag.generalizedTime)) return readTime(content, tolerance);
  tolerance.allow('next-update-missing');
  return undefined;
}

function readRevokedCertificates(content: DerReader, tolerance: Tolerance): Uint8Array {
  if (!content.nextIs(Tag.sequence)) return NO_ENTRIES;
  const entries = content.readElement(Tag.sequence).content;
  if (entries.length === 0) tolerance.allow('empty-revoked-certificates');
  return entries;
}

function readOptionalExtensions(content: DerReader, version: number, tolerance: Tolerance): readonly Extension[] {
  const wrapper = content.readOptionalExplicit(0);
  if (wrapper === undefined) return [];
  if (version === 1) tolerance.allow('crl-version');
  const extensions = readExtensions(wrapper, tolerance);
  wrapper.finish();
  return extensions;
}

const NO_ENTRIES = new Uint8Array(0);
