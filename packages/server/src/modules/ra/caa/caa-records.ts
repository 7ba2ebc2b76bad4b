/** CAA records, as a resolver gives them (RFC 8659 §4). */

/** A CAA record: one property of a domain. */
export interface CaaRecord {
  readonly isCritical: boolean;
  readonly tag: string;
  readonly value: string;
}

/** The CAA records of one domain, none where there are none, or the reason that nobody knows. */
export type CaaAnswer =
  | {
      readonly outcome: 'answered';
      readonly records: readonly CaaRecord[];
      /** True when the resolver says that it has verified the answer by DNSSEC (AD, RFC 6840 §5.8). */
      readonly isAuthenticated: boolean;
      readonly ttlSeconds: number;
    }
  | { readonly outcome: 'failed'; readonly reason: string };

/** Resolver of the domain name system. */
export interface CaaResolver {
  /**
   * Looks the CAA records of a domain up, with those that a CNAME leads to, and of no domain above. Ends within seconds, and throws nothing for
   * what others do.
   *
   * @param domain - in A-labels, without a dot at its end
   */
  lookUp(domain: string): Promise<CaaAnswer>;
}
