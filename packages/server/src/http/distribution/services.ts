/** What relying parties fetch without credentials: CRLs and CA certificates, keys and key revocation lists of SSH. */
export interface DistributionServices {
  /**
   * The newest CRL of a CA, or undefined when there is none.
   *
   * @param ca - its name, or its public number as text
   * @param options - `partition` 0 is the main CRL
   */
  findCrl(
    ca: string,
    options: { readonly delta: boolean; readonly partition: number },
  ): Promise<PublishedCrl | undefined>;

  /** The CA's certificate first, its root last; undefined when there is no such CA. */
  findCaCertificates(ca: string): Promise<readonly Uint8Array[] | undefined>;

  /** The public key of an SSH CA as one line, without a line feed; undefined when there is no such CA. */
  findSshPublicKey(ca: string): Promise<string | undefined>;

  /** The key revocation list of an SSH CA, a few seconds old at most; undefined when there is no such CA. */
  findKrl(ca: string): Promise<{ readonly bytes: Uint8Array; readonly maxAgeSeconds: number } | undefined>;
}

export interface PublishedCrl {
  /** Length of its DER. */
  readonly octets: number;
  readonly sha1: Uint8Array;
  /** The octets from `start` to `end` of the DER, in pieces. */
  read(start: number, end: number): AsyncIterable<Uint8Array>;
  /** Seconds since the epoch. */
  readonly thisUpdateSeconds: number;
  readonly nextUpdateSeconds: number | undefined;
}
