/** Contents of a keystore with one key, and its protection. */
export interface OneKeyOptions {
  /** Of the file and of the key. Any will do; Java's keytool asks for six characters where it makes one, and for none where it reads. */
  readonly password: string;
  /** The name of the entry. Bouncy Castle finds it only in the same letter case; JKS files have it in lower case. */
  readonly alias: string;
  /** A PrivateKeyInfo in DER. */
  readonly privateKey: Uint8Array;
  /** The certificate of the key, in DER. The caller must make sure that they match. */
  readonly certificate: Uint8Array;
  /** The certificates above it, its issuer first. */
  readonly chain: readonly Uint8Array[];
  /** When the entry was made, in milliseconds since 1970. BCFKS files have whole seconds. */
  readonly createdMs: number;
  /** Returns `count` random octets. */
  random(count: number): Uint8Array;
}
