/** A private key in the memory of this process. */
import type { KeyObject } from 'node:crypto';
import {
  compareBytes,
  type KeyAlgorithm,
  keyAlgorithmByName,
  type PublicKey,
  type SignatureAlgorithm,
  unwrapKey,
  type WrappedKey,
} from '@sealwright/pki';
import type { Random } from '../../kernel/random.ts';
import {
  type KeyPairInfo,
  KeyTestFailedError,
  type MessageSignatureOptions,
  type SignatureOptions,
} from '../../modules/crypto-tokens/index.ts';
import { EcdsaOfDigest } from './ecdsa-of-digest.ts';
import { chooseDigestSignature, chooseSignature, provesItself, requireUnwrapping } from '../keys/index.ts';
import { rsaOfDigest } from './rsa-of-digest.ts';
import type { Signing } from './signing.ts';
import { isQuick, type SoftwareSignatures } from './software-signatures.ts';

export interface SoftwareKeyDeps {
  readonly random: Random;
  readonly signatures: SoftwareSignatures;
}

export class SoftwareKey {
  readonly #info: KeyPairInfo;
  readonly #privateKey: KeyObject;
  readonly #algorithm: KeyAlgorithm;
  readonly #random: Random;
  readonly #signatures: SoftwareSignatures;
  #signings: Signing[] = [];
  #isOpen = true;
  /** Made when a curve's key is first asked to sign a digest. */
  #ecdsaOfDigest: EcdsaOfDigest | undefined;

  constructor(info: KeyPairInfo, privateKey: KeyObject, { random, signatures }: SoftwareKeyDeps) {
    this.#info = info;
    this.#privateKey = privateKey;
    this.#algorithm = keyAlgorithmByName(info.algorithm);
    this.#random = random;
    this.#signatures = signatures;
  }

  /** As `CryptoToken.sign`. */
  async sign(name: string, data: Uint8Array, options: MessageSignatureOptions = {}): Promise<Uint8Array> {
    const algorithm = chooseSignature(this.#info, this.#algorithm, name, options);
    return this.#signatures.sign(this.#signing(algorithm, options.verifiedBy), data);
  }

  /** As `CryptoToken.signDigest`. */
  async signDigest(signatureAlgorithm: string, digest: Uint8Array, allowed?: SignatureOptions): Promise<Uint8Array> {
    const algorithm = chooseDigestSignature(this.#info, this.#algorithm, signatureAlgorithm, digest, allowed);
    if (algorithm.keyAlgorithm.name !== 'ECDSA') return rsaOfDigest(this.#privateKey, algorithm, digest, this.#random);
    this.#ecdsaOfDigest ??= new EcdsaOfDigest(this.#privateKey, this.#info.specification, this.#random);
    return this.#ecdsaOfDigest.sign(algorithm.hash, digest);
  }

  /** As `CryptoToken.unwrapKey`. */
  async unwrapKey(wrapped: WrappedKey): Promise<Uint8Array> {
    const publicKey = requireUnwrapping(this.#info, wrapped);
    return unwrapKey({ publicKey, privateKey: this.#privateKey }, wrapped, (octets) => this.#random.bytes(octets));
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
    this.#isOpen = false;
    this.#signings = [];
    this.#signatures.forgetKeys();
  }

  /** The same one for the same signatures. */
  #signing(algorithm: SignatureAlgorithm, verifiedBy: PublicKey | undefined): Signing {
    const known = this.#signings.find((each) => each.algorithm === algorithm && isSameKey(each.verifiedBy, verifiedBy));
    if (known !== undefined) return known;
    const { alias, specification } = this.#info;
    const operation = {
      type: 'sign',
      key: this.#privateKey,
      node: algorithm.node,
      verifiedBy: verifiedBy?.keyObject,
    } as const;
    const signing = { alias, algorithm, verifiedBy, quick: this.#isOpen && isQuick(specification), operation };
    this.#signings = [signing, ...this.#signings].slice(0, MAX_SIGNINGS);
    return signing;
  }
}

function isSameKey(one: PublicKey | undefined, other: PublicKey | undefined): boolean {
  return one === other || (one !== undefined && other !== undefined && compareBytes(one.der, other.der) === 0);
}

/** Maximum number that is remembered: a key is asked for signatures of one or two algorithms, as a rule. */
const MAX_SIGNINGS = 8;
