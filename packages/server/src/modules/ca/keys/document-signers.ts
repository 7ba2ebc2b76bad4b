/** Signers of documents with keys of crypto tokens. No key is theirs and a CA's: a document to be signed could be a certificate. */
export interface DocumentSigners {
  /** Returns those that a key pair is for, in words: `worker 'Signer'`. */
  usersOf(tokenId: number, alias: string): Promise<readonly string[]>;
  /**
   * Tells whether one has ever signed with the key, as far as its usages were counted.
   *
   * @param publicKey - DER SubjectPublicKeyInfo
   */
  haveSignedWith(publicKey: Uint8Array): Promise<boolean>;
}
