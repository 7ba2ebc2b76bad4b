/**
 * Directory of the present, former and future keys of CAs and of their OCSP responders. Workers sign arbitrary content of clients, which could be
 * a certificate or an OCSP response, so no worker may sign with one of these keys.
 */
export interface CaKeyDirectory {
  /**
   * Tells whether a key is one of them, wherever it is: CAs have their keys in configured tokens, but a worker's keystore or slot may hold the
   * same key.
   *
   * @param publicKey - DER SubjectPublicKeyInfo
   */
  speaksForCa(publicKey: Uint8Array): Promise<boolean>;
}
