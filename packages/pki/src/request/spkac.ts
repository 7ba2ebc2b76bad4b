/** Signed public keys, SPKAC: a key and a challenge, signed with that key, as browsers once made them (WHATWG HTML 5.0 §4.10.14). */
import { type SignatureAlgorithm, signatureAlgorithmOf } from '../algorithm/index.ts';
import type { Leniency } from '../certificate/leniencies.ts';
import { type ParseOptions, Tolerance } from '../certificate/tolerance.ts';
import { readSigned, type Signed } from '../certificate/signed.ts';
import { asDer, type Der, DerError, Tag } from '../der/index.ts';
import { parsePublicKey, type PublicKey, type SignatureToVerify } from '../public-key/index.ts';
import { RequestError } from './errors.ts';

/**
 * A `SignedPublicKeyAndChallenge`, holding the octets it was read from.
 *
 * It names nobody: whose key it is, others have to say. That the requester holds the private key is only known after
 * {@link verifyProofOfPossessionBy}. Immutable; the bytes handed out are views on the input, which must not be changed.
 */
export class SignedPublicKey {
  readonly der: Der<'SignedPublicKeyAndChallenge'>;
  /** The signed octets. */
  readonly publicKeyAndChallenge: Der<'PublicKeyAndChallenge'>;
  readonly publicKey: PublicKey;
  /** Often empty. */
  readonly challenge: string;
  readonly signatureAlgorithmDer: Der<'AlgorithmIdentifier'>;
  readonly signature: Uint8Array;
  /** Departures from the standard that were tolerated; empty for one that conforms. */
  readonly departures: readonly Leniency[];

  private constructor(signed: Signed, tolerance: Tolerance) {
    const { content } = signed;
    this.der = asDer<'SignedPublicKeyAndChallenge'>(signed.raw);
    this.publicKeyAndChallenge = asDer<'PublicKeyAndChallenge'>(signed.toBeSigned);
    this.publicKey = parsePublicKey(content.readElement(Tag.sequence).raw);
    const { offset } = content;
    const challenge = content.readElement(Tag.ia5String).content;
    if (challenge.some((octet) => octet >= 0x80))
      throw new DerError('der.bad_value', 'a challenge is not ASCII', offset);
    this.challenge = new TextDecoder().decode(challenge);
    content.finish();
    this.signatureAlgorithmDer = signed.algorithmDer;
    this.signature = signed.signature;
    this.departures = tolerance.departures;
  }

  /**
   * Reads one. `der` is not copied; the signature is not verified.
   *
   * @param options - `lenient: false` refuses every departure of `leniencies`
   * @throws {DerError} when `der` is not one in DER
   * @throws {PublicKeyError} for a key that is always refused
   * @throws {X509Error} `x509.nonconforming`
   */
  static parse(der: Uint8Array, options: ParseOptions = {}): SignedPublicKey {
    const tolerance = new Tolerance(options);
    return new SignedPublicKey(readSigned(der, tolerance), tolerance);
  }

  /** @throws {AlgorithmError} when it is unknown or its parameters are not its own */
  get signatureAlgorithm(): SignatureAlgorithm {
    return signatureAlgorithmOf(this.signatureAlgorithmDer);
  }

  /**
   * Checks that the key and the challenge were signed with the private key of that key.
   *
   * @param verify - as `verifySignature`, which may throw what it throws
   * @throws {RequestError} `request.bad_signature`
   * @throws {AlgorithmError} when the signature algorithm is unknown
   */
  async verifyProofOfPossessionBy(verify: (signed: SignatureToVerify) => Promise<boolean>): Promise<void> {
    const { signatureAlgorithm: algorithm, publicKey, publicKeyAndChallenge: data, signature } = this;
    const isWhole = !this.departures.includes('signature-bits');
    if (isWhole && (await verify({ algorithm, publicKey, data, signature }))) return;
    throw new RequestError(
      'request.bad_signature',
      `the SPKAC is not signed with its own ${publicKey.algorithm.name} key and ${algorithm.name}`,
    );
  }
}
