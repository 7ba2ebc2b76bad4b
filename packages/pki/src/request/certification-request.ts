/** Certification requests, PKCS#10 (RFC 2986). */
import { type SignatureAlgorithm, signatureAlgorithmOf } from '../algorithm/index.ts';
import { readName } from '../certificate/fields.ts';
import type { Leniency } from '../certificate/leniencies.ts';
import { type ParseOptions, Tolerance } from '../certificate/tolerance.ts';
import { isSignedBy, readSigned, type Signed } from '../certificate/signed.ts';
import { asDer, type Der, readDer, Tag } from '../der/index.ts';
import { type Extension, type ExtensionType, findExtension } from '../extension/extension.ts';
import { decodeString } from '../name/character-string.ts';
import type { DistinguishedName } from '../name/index.ts';
import { parsePublicKey, type PublicKey, type SignatureToVerify } from '../public-key/index.ts';
import {
  CHALLENGE_PASSWORD,
  readAttributes,
  type RequestAttribute,
  requestedExtensions,
  singleValue,
} from './attributes.ts';
import { RequestError } from './errors.ts';

/**
 * A certification request, holding the octets it was read from.
 *
 * Its key was looked at and found usable; that the requester holds the private key is only known after
 * {@link verifyProofOfPossession}. Immutable; the bytes handed out are views on the input, which must not be changed.
 */
export class CertificationRequest {
  readonly der: Der<'CertificationRequest'>;
  /** The signed octets. */
  readonly info: Der<'CertificationRequestInfo'>;
  readonly subject: DistinguishedName;
  readonly publicKey: PublicKey;
  readonly attributes: readonly RequestAttribute[];
  /** Extensions that extensionRequest asks for; empty when it is absent. */
  readonly extensions: readonly Extension[];
  readonly signatureAlgorithmDer: Der<'AlgorithmIdentifier'>;
  readonly signature: Uint8Array;
  /** Departures from the standard that were tolerated; empty for a request that conforms. */
  readonly departures: readonly Leniency[];

  private constructor(signed: Signed, tolerance: Tolerance) {
    const { content } = signed;
    this.der = asDer<'CertificationRequest'>(signed.raw);
    this.info = asDer<'CertificationRequestInfo'>(signed.toBeSigned);
    const version = content.readSmallInteger(0xff);
    if (version !== 0)
      throw new RequestError('request.bad_version', `the version of a request is ${version}; 0 is defined`);
    this.subject = readName(content, tolerance);
    this.publicKey = parsePublicKey(content.readElement(Tag.sequence).raw);
    this.attributes = readAttributes(content, tolerance);
    content.finish();
    this.extensions = requestedExtensions(this.attributes, tolerance);
    this.signatureAlgorithmDer = signed.algorithmDer;
    this.signature = signed.signature;
    this.departures = tolerance.departures;
  }

  /**
   * Reads one request. `der` is not copied; the signature is not verified.
   *
   * @param options - `lenient: false` refuses every departure of `leniencies`
   * @throws {DerError} when `der` is not one request in DER
   * @throws {PublicKeyError} for a key that is always refused
   * @throws {RequestError} `request.bad_version`, `request.bad_attribute`
   * @throws {X509Error} `x509.duplicate_extension`, `x509.nonconforming`
   */
  static parse(der: Uint8Array, options: ParseOptions = {}): CertificationRequest {
    const tolerance = new Tolerance(options);
    return new CertificationRequest(readSigned(der, tolerance), tolerance);
  }

  /** @throws {AlgorithmError} when it is unknown or its parameters are not its own */
  get signatureAlgorithm(): SignatureAlgorithm {
    return signatureAlgorithmOf(this.signatureAlgorithmDer);
  }

  /**
   * The value of the requested extension of `type`, or undefined when it is not asked for.
   *
   * @throws {DerError} when the extension is there and not what its type says
   */
  extension<T>(type: ExtensionType<T>): T | undefined {
    return findExtension(this.extensions, type);
  }

  /** Returns whether the request carries a challengePassword (RFC 2985 §5.4.1). */
  get hasChallengePassword(): boolean {
    return this.attributes.some(({ type }) => type === CHALLENGE_PASSWORD);
  }

  /**
   * The text of the challengePassword, a secret. Undefined when there is none.
   *
   * @throws {RequestError} `request.bad_attribute` when it has not exactly one value, or one that is not text
   */
  get challengePassword(): string | undefined {
    const value = singleValue(this.attributes, CHALLENGE_PASSWORD);
    if (value === undefined) return undefined;
    const { tag, content } = readDer(value, (reader) => reader.readAny());
    const text = decodeString(tag, content);
    if (text === undefined) throw new RequestError('request.bad_attribute', 'the challengePassword is not text');
    return text;
  }

  /**
   * Checks that the request was signed with the private key of the public key in it (RFC 2986 §3).
   *
   * @throws {RequestError} `request.bad_signature`
   * @throws {AlgorithmError} when the signature algorithm is unknown
   * @throws {PublicKeyError} `key.invalid` when the cryptographic library refuses the key
   */
  verifyProofOfPossession(): void {
    if (!isSignedBy(this, this.info, this.publicKey)) throw this.#badSignature();
  }

  /**
   * The same by a verification that takes its time.
   *
   * @param verify - as `verifySignature`, which may throw what it throws
   * @throws {RequestError} `request.bad_signature`
   * @throws {AlgorithmError} when the signature algorithm is unknown
   */
  async verifyProofOfPossessionBy(verify: (signed: SignatureToVerify) => Promise<boolean>): Promise<void> {
    const { signatureAlgorithm: algorithm, publicKey, info: data, signature } = this;
    const isWhole = !this.departures.includes('signature-bits');
    if (!isWhole || !(await verify({ algorithm, publicKey, data, signature }))) throw this.#badSignature();
  }

  #badSignature(): RequestError {
    const { signatureAlgorithm: algorithm, publicKey } = this;
    return new RequestError(
      'request.bad_signature',
      `the request is not signed with its own ${publicKey.algorithm.name} key and ${algorithm.name}`,
    );
  }
}
