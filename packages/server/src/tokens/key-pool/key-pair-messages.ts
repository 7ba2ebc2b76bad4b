/** Messages between the pool of key pairs and the thread that generates them. */

/** A key pair to be generated. */
export interface ToKeyPairThread {
  /** Of the RSA modulus. */
  readonly bits: number;
}

/** A key pair, in memory that moves from the thread to the pool. */
export interface FromKeyPairThread {
  readonly bits: number;
  /** DER SubjectPublicKeyInfo. */
  readonly publicKey: Uint8Array<ArrayBuffer>;
  /** DER PKCS#8. */
  readonly privateKey: Uint8Array<ArrayBuffer>;
}
