/** Key revocation lists (KRLs), by which hosts recognize revoked certificates of an SSH CA. */

/** Contents of a KRL apart from the serial numbers. Times are seconds since 1970. */
export interface KrlOutline {
  /** Blobs of the CA's present and former keys. */
  readonly caKeys: readonly Uint8Array[];
  /** Blobs of keys that are revoked as a whole, with all certificates that they signed. */
  readonly revokedKeys: readonly Uint8Array[];
  /** Rises with every KRL. */
  readonly version: number;
  readonly generatedAt: number;
  readonly comment: string;
  /** Certificates that expired before this moment are left out. */
  readonly expiredBefore: number;
}

/** A KRL. It has no signature, since OpenSSH ignores those; its transport has to protect it. */
export interface EncodedKrl {
  readonly bytes: Uint8Array;
  /** Number of certificates that it revokes. */
  readonly certificates: number;
}

/** Encoder of KRLs. It may read millions of rows, so it runs off the main thread. */
export interface Krls {
  /** Encodes all revoked certificates of a CA. */
  encode(caId: number, outline: KrlOutline): Promise<EncodedKrl>;
}
