import { parsePublicKey, type PublicKey } from '@sealwright/pki';
import type { KeyPlan } from '../../crypto-tokens/index.ts';
import type { KeyPairSource } from './key-pair-source.ts';

/** A key pair that is generated at first use, reused if an enrollment is planned again, and overwritten at its end. */
export class GeneratedKey {
  readonly #source: KeyPairSource;
  readonly plan: KeyPlan;
  #made: { readonly publicKey: PublicKey; readonly privateKey: Uint8Array } | undefined;

  constructor(source: KeyPairSource, plan: KeyPlan) {
    this.#source = source;
    this.plan = plan;
  }

  /** Generates the key pair, or returns the public key of the existing one. */
  async generate(): Promise<PublicKey> {
    if (this.#made === undefined) {
      const { publicKey, privateKey } = await this.#source.generate(this.plan);
      this.#made = { publicKey: parsePublicKey(publicKey), privateKey };
    }
    return this.#made.publicKey;
  }

  /** DER PKCS #8, available after generation. */
  get privateKey(): Uint8Array {
    if (this.#made === undefined) throw new TypeError('the key pair is not generated yet');
    return this.#made.privateKey;
  }

  /** Overwrites the private key. */
  overwrite(): void {
    this.#made?.privateKey.fill(0);
  }
}
