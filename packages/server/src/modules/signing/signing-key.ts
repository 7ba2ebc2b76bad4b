import type { Certificate, PublicKey, SignatureAlgorithm } from '@sealwright/pki';

/** The key of a worker, for one request. The private part stays in its crypto token. */
export interface SigningKey {
  readonly alias: string;
  readonly publicKey: PublicKey;
  /** The signer's certificate first; empty for a worker without certificates. */
  readonly chain: readonly Certificate[];
  /**
   * Signs a message.
   *
   * @throws `signing.token_unavailable`, `signing.key_unavailable`
   * @throws `signing.certificate_not_valid` when the signer's certificate is not valid now and the worker cares
   */
  sign(algorithm: SignatureAlgorithm, message: Uint8Array): Promise<Uint8Array>;
  /**
   * Signs a message that was hashed elsewhere, with the same outcome.
   *
   * @param digest - by the hash of the algorithm
   * @throws as {@link sign}
   */
  signDigest(algorithm: SignatureAlgorithm, digest: Uint8Array): Promise<Uint8Array>;
}
