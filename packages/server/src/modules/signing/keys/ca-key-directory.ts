/**
 * Directory of the keys of CAs, present, former or to come, and of their OCSP responders. Workers sign what they are sent, certificates and answers
 * about them among it: so none signs with one.
 */
export interface CaKeyDirectory {
  /**
   * Wherever the key is: CAs have theirs in tokens that are configured; the same key may be in a keystore, or in a slot that a worker names,
   * too.
   *
   * @param publicKey - DER SubjectPublicKeyInfo
   */
  speaksForCa(publicKey: Uint8Array): Promise<boolean>;
}
