import type { Certificate, PublicKey, SignatureAlgorithm } from '@sealwright/pki';

/** The key of a worker, for one request. The private key stays in its crypto token. */
export interface SigningKey {
  readonly alias: string;
  readonly publicKey: PublicKey;
  /** The signer's certificate first; empty for a worker without certificates. */
  readonly chain: readonly Certificate[];
  /**
   * Signs a message.
   *
   * @param options - whether the signature is verified before it is returned
   * @throws `signing.token_unavailable`, `signing.key_unavailable`
   * @throws `signing.certificate_not_valid` when the signer certificate is not valid now and the worker checks that
   * @throws `signing.signature_not_verified` when the verification fails
   */
  sign(
    algorithm: SignatureAlgorithm,
    message: Uint8Array,
    options?: { readonly verified: boolean },
  ): Promise<Uint8Array>;
  /**
   * Signs a message that was hashed elsewhere, with the same result.
   *
   * @param digest - made with the hash of the algorithm
   * @throws as {@link sign}
   */
  signDigest(algorithm: SignatureAlgorithm, digest: Uint8Array): Promise<Uint8Array>;
}

/** Returns the reason why a key makes no signatures at all; undefined when it makes some. */
export function signingRefusal({ alias, publicKey }: SigningKey): string | undefined {
  const { name, signs } = publicKey.algorithm;
  return signs ? undefined : `the key '${alias}' is one of ${name}, which makes no signatures`;
}
