/** Who signs documents with keys of crypto tokens: no key is theirs and a CA's, since whoever sends documents could send a certificate. */
export interface DocumentSigners {
  /** Those that a key pair is for, in words: `worker 'Signer'`. */
  usersOf(tokenId: number, alias: string): Promise<readonly string[]>;
  /**
   * Whether one has ever signed with the key, as far as its usages were counted.
   *
   * @param publicKey - DER SubjectPublicKeyInfo
   */
  haveSignedWith(publicKey: Uint8Array): Promise<boolean>;
}
