/** Key revocation lists, from which hosts learn of the revoked certificates of an SSH CA. */

/** Contents of a list beside the numbers of certificates. Times are seconds since 1970. */
export interface KrlOutline {
  /** Blobs of the keys that the CA signed with. */
  readonly caKeys: readonly Uint8Array[];
  /** Blobs of keys that are refused altogether, and with them all certificates that they signed. */
  readonly revokedKeys: readonly Uint8Array[];
  /** Rises with every list. */
  readonly version: number;
  readonly generatedAt: number;
  readonly comment: string;
  /** Certificates that ended before this moment are left out. */
  readonly expiredBefore: number;
}

/** A list. It has no signature: OpenSSH ignores those, so what protects a list is the way that it takes. */
export interface EncodedKrl {
  readonly bytes: Uint8Array;
  /** Certificates that it revokes. */
  readonly certificates: number;
}

/** Encodes lists. May visit millions of rows, so it runs off the main thread. */
export interface Krls {
  /** Encodes all certificates of a CA that are revoked now. */
  encode(caId: number, outline: KrlOutline): Promise<EncodedKrl>;
}
