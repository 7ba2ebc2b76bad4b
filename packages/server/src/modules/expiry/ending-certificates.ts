/** The search for active certificates that end soon. */

/** Criteria of the search. Times are seconds since 1970. */
export interface EndingCertificateQuery {
  /** Undefined: of any CA. */
  readonly caIds: readonly number[] | undefined;
  /** Undefined: of any certificate profile. */
  readonly certificateProfileIds: readonly number[] | undefined;
  /** Earliest end, which may lie in the past. */
  readonly from: number;
  /** Latest end. */
  readonly until: number;
  readonly now: number;
  /** Certificates with a validity of at most this many seconds are left out. */
  readonly shortLife: number;
  /** The service, which reports each certificate once. */
  readonly serviceId: number;
}

/** A certificate that ends soon. */
export interface EndingCertificate {
  readonly id: number;
  readonly caId: number;
  /** Content octets of the INTEGER. */
  readonly serial: Uint8Array;
  readonly der: Uint8Array;
  readonly sha256: Uint8Array;
  readonly subjectDn: string;
  readonly subjectAltName: string | undefined;
  /** Undefined for certificates that the program issued to itself, and for those of CAs. */
  readonly endEntityId: number | undefined;
  readonly username: string | undefined;
  readonly certificateProfileId: number;
  readonly endEntityProfileId: number;
  readonly type: number;
  readonly status: number;
  readonly notAfter: number;
  /** End of a later certificate of the same end entity and certificate profile; undefined if there is none. */
  readonly renewedUntil: number | undefined;
}

/** Searches certificates off the main thread. */
export interface EndingCertificates {
  /**
   * Finds active certificates that end in the time asked for, of whose own time a third is left at most, and which the service has not reported: some at a
   * time, the next ones when these have been dealt with. Of those that the program has issued to itself a sixth has to be left at most, since it renews them
   * before, and there must be no later one.
   */
  find(
    query: EndingCertificateQuery,
    take: (certificates: readonly EndingCertificate[]) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void>;
}
