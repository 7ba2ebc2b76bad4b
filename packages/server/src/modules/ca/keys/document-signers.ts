/** Signers of documents with keys of crypto tokens. They must not share keys with CAs, because the document to be signed could be a certificate. */
export interface DocumentSigners {
  /** Returns the signers that use a key pair, as text such as `worker 'Signer'`. */
  usersOf(tokenId: number, alias: string): Promise<readonly string[]>;
  /**
   * Tells whether documents were ever signed with the key, as far as usages were counted.
   *
   * @param publicKey - DER SubjectPublicKeyInfo
   */
  haveSignedWith(publicKey: Uint8Array): Promise<boolean>;
}
