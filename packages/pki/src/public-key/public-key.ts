/**
 * Public keys: a SubjectPublicKeyInfo (RFC 5280 §4.1.2.7) that was looked at closely enough to be used.
 *
 * Everything that bounds the cost of a verification is checked here, before any: sizes, exponents, curves. Whether a point
 * lies on its curve is found out by the cryptographic library when {@link PublicKey.keyObject} is made, and so before a
 * proof of possession is accepted.
 */
import { createPublicKey, hash, type KeyObject } from 'node:crypto';

import {
  findKeyAlgorithm,
  type KeyAlgorithm,
  keySpecification,
  type NamedCurve,
  securityStrength,
} from '../algorithm/index.ts';
import { asDer, type Der, readDer } from '../der/index.ts';
import { PublicKeyError } from './errors.ts';
import { checkKey, type CheckedKey } from './key-checks.ts';

/** A public key that {@link parsePublicKey} has accepted. */
export class PublicKey {
  readonly der: Der<'SubjectPublicKeyInfo'>;
  readonly algorithm: KeyAlgorithm;
  /** Size of the modulus or of the curve's field, else as the algorithm's table says. */
  readonly bits: number;
  /** Curve of an ECDSA key. */
  readonly curve: NamedCurve | undefined;
  /** The content of subjectPublicKey. */
  readonly keyBytes: Uint8Array;
  #keyObject: KeyObject | undefined;
  #sha256: string | undefined;

  /** For {@link parsePublicKey} only. */
  constructor(fields: PublicKeyFields) {
    this.der = fields.der;
    this.algorithm = fields.algorithm;
    this.bits = fields.bits;
    this.curve = fields.curve;
    this.keyBytes = fields.keyBytes;
  }

  /** `2048`, `P-256`, `Ed25519`: what is said beside the algorithm's name when a key is ordered. */
  get specification(): string {
    return keySpecification(this.algorithm, this.bits, this.curve);
  }

  /** In bits (NIST SP 800-57 part 1 §5.6.1.1). */
  get securityStrength(): number {
    return securityStrength(this.algorithm, this.bits);
  }

  /** The SHA-1 of {@link keyBytes}: method 1 of RFC 5280 §4.2.1.2. */
  get keyIdentifier(): Uint8Array {
    return digest('sha1', this.keyBytes);
  }

  /** The SHA-256 of the whole SubjectPublicKeyInfo in lower-case hex: equal for equal keys. Computed once. */
  get sha256Fingerprint(): string {
    this.#sha256 ??= hash('sha256', this.der, 'hex');
    return this.#sha256;
  }

  /**
   * The key as `node:crypto` takes it; made once.
   *
   * @throws {@link PublicKeyError} `key.invalid` when the library refuses it
   */
  get keyObject(): KeyObject {
    this.#keyObject ??= toKeyObject(this.der);
    return this.#keyObject;
  }
}

interface PublicKeyFields extends CheckedKey {
  readonly der: Der<'SubjectPublicKeyInfo'>;
  readonly algorithm: KeyAlgorithm;
  readonly keyBytes: Uint8Array;
}

/**
 * Reads one SubjectPublicKeyInfo. `spki` is not copied.
 *
 * Refused: RSA moduli below 1,024 and above 16,384 bits, even exponents and those below 3 or above 64 bits; curves that are
 * not named; compressed points, so that one key has one encoding, one identifier and one fingerprint (RFC 5480 §2.2 leaves
 * support for them optional). What is merely unwise, such as the exponent 3 or 1,024 bits, is for the policy of a profile.
 *
 * @throws {DerError} when `spki` is not in DER
 * @throws {@link PublicKeyError}
 */
export function parsePublicKey(spki: Uint8Array): PublicKey {
  return readDer(spki, (reader) => {
    const { raw, content } = reader.readSequenceElement();
    const parameters = content.readSequence();
    const id = parameters.readOid();
    const algorithm = findKeyAlgorithm(id);
    if (algorithm === undefined)
      throw new PublicKeyError('key.unknown_algorithm', `${id} is not a known key algorithm`);
    const keyBytes = content.readBitStringBytes();
    content.finish();
    const { bits, curve } = checkKey(algorithm, parameters, keyBytes);
    return new PublicKey({ der: asDer<'SubjectPublicKeyInfo'>(raw), algorithm, bits, curve, keyBytes });
  });
}

function toKeyObject(der: Uint8Array): KeyObject {
  try {
    return createPublicKey({
      key: Buffer.from(der.buffer, der.byteOffset, der.byteLength),
      format: 'der',
      type: 'spki',
    });
  } catch (cause) {
    throw new PublicKeyError('key.invalid', 'a public key is not a valid key of its algorithm', { cause });
  }
}

function digest(algorithm: string, bytes: Uint8Array): Uint8Array {
  // A Buffer would compare unequal to the Uint8Array that callers expect.
  return new Uint8Array(hash(algorithm, bytes, 'buffer'));
}
