/** A private key in the memory of this process, and how it signs without holding the event loop. */
import { createSign, type KeyObject, sign } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type KeyAlgorithm, keyAlgorithmByName } from '@sealwright/pki';
import type { Random } from '../kernel/random.ts';
import { type KeyPairInfo, KeyTestFailedError, type SignatureOptions } from '../modules/crypto-tokens/index.ts';
import { EcdsaOfDigest } from './ecdsa-of-digest.ts';
import { provesItself } from './key-test.ts';
import { rsaOfDigest } from './rsa-of-digest.ts';
import { chooseDigestSignature, chooseSignature } from './signature-choice.ts';

export class SoftwareKey {
  readonly #info: KeyPairInfo;
  readonly #privateKey: KeyObject;
  readonly #algorithm: KeyAlgorithm;
  readonly #random: Random;
  /** Made when a curve's key is first asked to sign a digest. */
  #ecdsaOfDigest: EcdsaOfDigest | undefined;

  constructor(info: KeyPairInfo, privateKey: KeyObject, random: Random) {
    this.#info = info;
    this.#privateKey = privateKey;
    this.#algorithm = keyAlgorithmByName(info.algorithm);
    this.#random = random;
  }

  /** As `CryptoToken.sign`. */
  async sign(signatureAlgorithm: string, data: Uint8Array, allowed?: SignatureOptions): Promise<Uint8Array> {
    const { digest, options } = chooseSignature(this.#info, this.#algorithm, signatureAlgorithm, allowed).node;
    const how = { key: this.#privateKey, ...options };
    if (digest !== null && data.length > MAX_COPIED) return signInSlices(digest, data, how);
    return signInPool(digest, data, how);
  }

  /** As `CryptoToken.signDigest`. */
  async signDigest(signatureAlgorithm: string, digest: Uint8Array, allowed?: SignatureOptions): Promise<Uint8Array> {
    const algorithm = chooseDigestSignature(this.#info, this.#algorithm, signatureAlgorithm, digest, allowed);
    if (algorithm.keyAlgorithm.name !== 'ECDSA') return rsaOfDigest(this.#privateKey, algorithm, digest, this.#random);
    this.#ecdsaOfDigest ??= new EcdsaOfDigest(this.#privateKey, this.#info.specification, this.#random);
    return this.#ecdsaOfDigest.sign(algorithm.hash, digest);
  }

  /** As `CryptoToken.testKey`. @throws {@link KeyTestFailedError} */
  async test(tokenId: number): Promise<void> {
    let proven: boolean;
    try {
      proven = await provesItself(this.#privateKey, this.#info, this.#algorithm, this.#random);
    } catch (cause) {
      throw new KeyTestFailedError(tokenId, this.#info.alias, { cause });
    }
    if (!proven) throw new KeyTestFailedError(tokenId, this.#info.alias);
  }

  /** Overwrites what was derived of it; OpenSSL overwrites the key itself when it frees it. */
  close(): void {
    this.#ecdsaOfDigest?.close();
  }
}

/** Whatever the key: even on P-256 the event loop spends a fifth of the signature's time on the way there and back. */
function signInPool(digest: string | null, data: Uint8Array, how: Parameters<typeof sign>[2]): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  sign(digest, data, how, (error, signature) => {
    if (error === null) resolve(signature);
    else reject(error);
  });
  return promise;
}

/** Hashes in the event loop, a little at a time: the thread pool would first get a copy, which takes longer for a CRL of 40 MB. */
async function signInSlices(digest: string, data: Uint8Array, how: Parameters<typeof sign>[2]): Promise<Uint8Array> {
  const signing = createSign(digest);
  for (let at = 0; at < data.length; at += SLICE) {
    signing.update(data.subarray(at, at + SLICE));
    await nextTurn();
  }
  return signing.sign(how);
}

/** Octets that are copied into the thread pool in about a millisecond. */
const MAX_COPIED = 1024 * 1024;
/** Octets that are hashed in about half a millisecond. */
const SLICE = 512 * 1024;
