import type { SignatureAlgorithm } from '@sealwright/pki';
import type { WithKeys } from './certificate-authority.ts';

/** Which key of a CA signs. */
export interface CaKey {
  readonly keyAlias: string;
  readonly settings: Pick<WithKeys, 'cryptoTokenId'>;
}

/** Signs with the key of a CA, wherever it is held. */
export interface CaSigner {
  /**
   * The signature of the CA's key over `data` (the bytes, not their hash). A CA that may sign is such a key: its present one.
   *
   * @throws {CryptoTokenOfflineError} when the token is not active
   */
  sign(key: CaKey, algorithm: SignatureAlgorithm, data: Uint8Array): Promise<Uint8Array>;

  /**
   * The generation of the token that would sign now. It rises with every deactivation, so what was signed under one is not to be recorded
   * once there is another.
   *
   * @throws {CryptoTokenOfflineError} when the token is not active
   */
  generation(key: CaKey): Promise<number>;
}
