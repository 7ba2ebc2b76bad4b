/** CAA records as returned by a resolver (RFC 8659 §4). */

/** A CAA record: one property of a domain. */
export interface CaaRecord {
  readonly isCritical: boolean;
  readonly tag: string;
  readonly value: string;
}

/** The CAA records of one domain, possibly none, or the reason why the lookup failed. */
export type CaaAnswer =
  | {
      readonly outcome: 'answered';
      readonly records: readonly CaaRecord[];
      /** True if the resolver says that it verified the answer by DNSSEC (AD, RFC 6840 §5.8). */
      readonly isAuthenticated: boolean;
      readonly ttlSeconds: number;
    }
  | { readonly outcome: 'failed'; readonly reason: string };

/** DNS resolver. */
export interface CaaResolver {
  /**
   * Looks up the CAA records of a domain, following CNAMEs but not climbing to parent domains. Returns within seconds, and does not throw for
   * failures of other systems.
   *
   * @param domain - in A-labels, without a final dot
   */
  lookUp(domain: string): Promise<CaaAnswer>;
}
