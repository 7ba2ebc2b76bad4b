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
   * @param options - whether the signature is verified before it is handed out
   * @throws `signing.token_unavailable`, `signing.key_unavailable`
   * @throws `signing.certificate_not_valid` when the signer's certificate is not valid now and the worker cares
   * @throws `signing.signature_not_verified` when it is none of the key
   */
  sign(
    algorithm: SignatureAlgorithm,
    message: Uint8Array,
    options?: { readonly verified: boolean },
  ): Promise<Uint8Array>;
  /**
   * Signs a message that was hashed elsewhere, with the same outcome.
   *
   * @param digest - by the hash of the algorithm
   * @throws as {@link sign}
   */
  signDigest(algorithm: SignatureAlgorithm, digest: Uint8Array): Promise<Uint8Array>;
}
