/**
 * ECDSA of a digest that somebody else has made (FIPS 186-5 §6.4.1): `node:crypto` hashes whatever it signs.
 *
 * The multiplication on the curve, which is where a nonce leaks, is OpenSSL's: the public key of an `ECDH` whose private key is the nonce. The rest
 * is arithmetic modulo the order. Integers of JavaScript take a time that depends on them, so private key and nonce only
 * go into it multiplied with a factor that is drawn anew for each signature, and what is inverted is random. A library in
 * JavaScript would do the multiplication with such integers too, and has fewer of the curves.
 */
import { createECDH, type ECDH, type KeyObject } from 'node:crypto';
import {
  curveByName,
  domainParameters,
  ecdsaSignatureToDer,
  type HashAlgorithm,
  type NamedCurve,
  readDer,
} from '@sealwright/pki';
import type { Random } from '../../kernel/random.ts';
import { deterministicNonce } from './deterministic-nonce.ts';
import { bitsToInteger, integerToOctets, octetsToInteger } from './integer-octets.ts';

export class EcdsaOfDigest {
  readonly #curve: NamedCurve;
  readonly #order: bigint;
  /** Bits of the order. */
  readonly #bits: number;
  readonly #secret: Uint8Array;
  /** The same as a number, made once: it cannot be overwritten. */
  readonly #scalar: bigint;
  readonly #multiplier: ECDH;
  readonly #random: Random;

  /** @param specification - the curve's name */
  constructor(privateKey: KeyObject, specification: string, random: Random) {
    this.#curve = curveByName(specification);
    const { order } = domainParameters.find(({ curve }) => curve === this.#curve)!;
    this.#order = octetsToInteger(order);
    this.#bits = this.#order.toString(2).length;
    this.#secret = secretOf(privateKey);
    this.#scalar = octetsToInteger(this.#secret);
    this.#multiplier = createECDH(this.#curve.nodeName);
    this.#random = random;
  }

  /** Signs. A digest longer than the order is cut to its leftmost bits. The signature is DER (RFC 3279 §2.2.3). */
  sign(hash: HashAlgorithm, digest: Uint8Array): Uint8Array {
    const order = this.#order;
    for (;;) {
      const additional = this.#random.bytes(ADDITIONAL_OCTETS);
      const nonce = deterministicNonce(order, this.#bits, this.#secret, digest, hash, additional);
      const r = this.#abscissaOf(nonce) % order;
      const factor = (octetsToInteger(this.#random.bytes(this.#octets + 8)) % (order - 1n)) + 1n;
      const blindSecret = (factor * this.#scalar) % order;
      const blindDigest = factor * (bitsToInteger(digest, this.#bits) % order);
      const s = (inverse((factor * nonce) % order, order) * ((blindDigest + r * blindSecret) % order)) % order;
      if (r > 0n && s > 0n) return this.#encode(r, s);
    }
  }

  /** Overwrites what is held of the private key. */
  close(): void {
    this.#secret.fill(0);
  }

  get #octets(): number {
    return Math.ceil(this.#bits / 8);
  }

  /** The x coordinate of that multiple of the generator. */
  #abscissaOf(multiple: bigint): bigint {
    const octets = integerToOctets(multiple, this.#octets);
    this.#multiplier.setPrivateKey(octets);
    octets.fill(0);
    const point = this.#multiplier.getPublicKey(null, 'compressed');
    return octetsToInteger(point.subarray(1));
  }

  #encode(r: bigint, s: bigint): Uint8Array {
    const plain = new Uint8Array(2 * this.#octets);
    plain.set(integerToOctets(r, this.#octets));
    plain.set(integerToOctets(s, this.#octets), this.#octets);
    return ecdsaSignatureToDer(plain, this.#curve)!;
  }
}

/** The private key's number, as long as the order (RFC 5915 §3). */
function secretOf(privateKey: KeyObject): Uint8Array {
  const der = privateKey.export({ type: 'sec1', format: 'der' });
  try {
    return readDer(der, (reader) => {
      const sequence = reader.readSequence();
      sequence.readSmallInteger(1);
      const secret = new Uint8Array(sequence.readOctetString());
      while (!sequence.atEnd) sequence.readAny();
      return secret;
    });
  } finally {
    der.fill(0);
  }
}

/** By the extended Euclidean algorithm. `value` is coprime to `modulus`. */
function inverse(value: bigint, modulus: bigint): bigint {
  let [remainder, next] = [modulus, value];
  let [coefficient, nextCoefficient] = [0n, 1n];
  while (next !== 0n) {
    const quotient = remainder / next;
    [remainder, next] = [next, remainder - quotient * next];
    [coefficient, nextCoefficient] = [nextCoefficient, coefficient - quotient * nextCoefficient];
  }
  return coefficient < 0n ? coefficient + modulus : coefficient;
}

const ADDITIONAL_OCTETS = 32;
