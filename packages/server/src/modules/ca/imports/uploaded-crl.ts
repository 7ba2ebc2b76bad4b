/** A CRL that was made elsewhere, as import reads it. It may be 50 MiB long, so all of this happens off the main thread. */
import type { Certificate, RevocationReason, SerialNumber } from '@sealwright/pki';

/** The octets, in blocks that threads share. */
export type UploadedOctets = readonly Uint8Array<SharedArrayBuffer>[];

/** Findings of a first look. Times are seconds since 1970. */
export type UploadedCrl =
  | { readonly kind: 'unreadable'; readonly problem: string }
  /** A CRL of another issuer, or with a signature that the issuer's key did not make. */
  | { readonly kind: 'foreign' }
  | ({ readonly kind: 'good' } & GoodCrl);

/** A CRL of the issuer. */
export interface GoodCrl {
  /** 0 when it has none. */
  readonly number: bigint;
  /** Number of the base CRL that a delta refers to; undefined for a base. */
  readonly baseNumber: bigint | undefined;
  readonly thisUpdate: number;
  readonly nextUpdate: number | undefined;
  /** True when it has entries for certificates of other issuers (RFC 5280 §5.2.5). */
  readonly indirect: boolean;
  /**
   * The certificates that it covers (RFC 5280 §5.2.5): all of its issuer; those that name its address, which may be all; or those of one kind or
   * for some reasons alone.
   */
  readonly covers: 'all' | 'address' | 'part';
}

/** An entry of the CRL. */
export interface UploadedEntry {
  readonly serialNumber: SerialNumber;
  /** As CRLs know it: among them is the one that takes a certificate off hold. */
  readonly reason: RevocationReason;
  readonly revokedAt: number;
  readonly invalidity: number | undefined;
}

/** Reads CRLs that were made elsewhere. */
export interface UploadedCrls {
  /** Looks whether it is a CRL of `issuer` throughout: every entry is read once. */
  inspect(octets: UploadedOctets, issuer: Certificate): Promise<UploadedCrl>;
  /**
   * Finds the entries that say something else than the database, a few at a time; among those, of several of one certificate the last.
   *
   * @param options - `unknown`: also those of certificates that the database does not hold
   */
  differences(
    caId: number,
    octets: UploadedOctets,
    options: { readonly unknown: boolean },
    take: (entries: readonly UploadedEntry[]) => Promise<void>,
  ): Promise<void>;
}
