/** A SubjectPublicKeyInfo as it is written (RFC 5280 §4.1.2.7). */
import { Element, Sequence } from '../ber/element.ts';
import { bitString, integer, oidText, Tag, type WrittenBits } from '../ber/values.ts';
import { Reads } from '../common-parts/reads.ts';

/** An AlgorithmIdentifier as it is written (RFC 5280 §4.1.1.2). */
export interface WrittenAlgorithm {
  readonly element: Element;
  readonly oid: string;
  readonly parameters: Element | undefined;
}

export interface RsaKey {
  readonly modulus: bigint;
  readonly modulusBits: number;
  readonly exponent: bigint;
}

export class PublicKeyUnderLint {
  readonly algorithm: WrittenAlgorithm;
  readonly #element: Element;
  readonly #bits: WrittenBits;
  readonly #reads: Reads;
  #rsa: RsaKey | undefined;

  /**
   * @param reads - notes when more than the algorithm is read
   * @throws {MalformedError}
   */
  constructor(element: Element, reads = new Reads()) {
    const parts = new Sequence(element, 'SubjectPublicKeyInfo');
    this.#element = element;
    this.algorithm = readAlgorithm(parts.next('algorithm'));
    this.#bits = bitString(parts.next('subjectPublicKey', Tag.bitString));
    parts.finish();
    this.#reads = reads;
  }

  get element(): Element {
    this.#reads.own = true;
    return this.#element;
  }

  /** The octets of subjectPublicKey. */
  get octets(): Uint8Array {
    this.#reads.own = true;
    return this.#bits.octets;
  }

  get unusedBits(): number {
    this.#reads.own = true;
    return this.#bits.unusedBits;
  }

  /**
   * The key of `rsaEncryption` and `id-RSASSA-PSS` (RFC 8017 Appendix A.1.1); undefined for others.
   *
   * @throws {MalformedError}
   */
  get rsa(): RsaKey | undefined {
    if (!RSA_KEYS.has(this.algorithm.oid)) return undefined;
    const { octets } = this;
    this.#rsa ??= readRsaKey(octets);
    return this.#rsa;
  }
}

/** @throws {MalformedError} */
export function readAlgorithm(element: Element): WrittenAlgorithm {
  const parts = new Sequence(element, 'an AlgorithmIdentifier');
  const oid = oidText(parts.next('algorithm', Tag.objectIdentifier));
  const parameters = parts.atEnd ? undefined : parts.next('parameters');
  parts.finish();
  return { element, oid, parameters };
}

/** Object identifiers of keys. */
export const KeyAlgorithm = {
  rsaEncryption: '1.2.840.113549.1.1.1',
  rsassaPss: '1.2.840.113549.1.1.10',
  ecPublicKey: '1.2.840.10045.2.1',
  dsa: '1.2.840.10040.4.1',
  x25519: '1.3.101.110',
  x448: '1.3.101.111',
  ed25519: '1.3.101.112',
  ed448: '1.3.101.113',
} as const;

function readRsaKey(octets: Uint8Array): RsaKey {
  const parts = new Sequence(Element.only(octets), 'RSAPublicKey');
  const modulus = integer(parts.next('modulus', Tag.integer));
  const exponent = integer(parts.next('publicExponent', Tag.integer));
  parts.finish();
  return { modulus, modulusBits: modulus.toString(2).length, exponent };
}

const RSA_KEYS: ReadonlySet<string> = new Set([KeyAlgorithm.rsaEncryption, KeyAlgorithm.rsassaPss]);
