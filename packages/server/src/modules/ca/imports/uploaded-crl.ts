/** A CRL made elsewhere, as the import reads it. It may have 50 MiB, so all of this happens off the main thread. */
import type { Certificate, RevocationReason, SerialNumber } from '@sealwright/pki';

/** Octets in blocks of memory shared between threads. */
export type UploadedOctets = readonly Uint8Array<SharedArrayBuffer>[];

/** Result of the first inspection. Times are seconds since 1970. */
export type UploadedCrl =
  | { readonly kind: 'unreadable'; readonly problem: string }
  /** A CRL of another issuer, or with a signature that the issuer's key did not make. */
  | { readonly kind: 'foreign' }
  | ({ readonly kind: 'good' } & GoodCrl);

/** A CRL of the issuer. */
export interface GoodCrl {
  /** CRL number; 0 if it has none. */
  readonly number: bigint;
  /** Number of the base CRL that a delta CRL refers to; undefined for a base CRL. */
  readonly baseNumber: bigint | undefined;
  readonly thisUpdate: number;
  readonly nextUpdate: number | undefined;
  /** True if it has entries for certificates of other issuers (RFC 5280 §5.2.5). */
  readonly indirect: boolean;
  /**
   * The certificates that it covers (RFC 5280 §5.2.5): all certificates of its issuer; those that name its address, which may be all; or only those
   * of one kind or some reasons.
   */
  readonly covers: 'all' | 'address' | 'part';
  /** The URIs that it names as its address. */
  readonly addresses: readonly string[];
  /** OID of a critical extension, its own or of an entry, that is not known here; undefined if there is none. */
  readonly notUnderstood: string | undefined;
}

/** Certificates on hold that a complete base CRL releases by not listing them. */
export interface HoldScope {
  /** SHA-1 of the certificate of the CA that they were issued under. */
  readonly caSha1: Uint8Array;
  /** Undefined: all partitions. */
  readonly partition: number | undefined;
  /** Seconds since 1970: those on hold and not expired then. */
  readonly thisUpdate: number;
}

/** An entry of the CRL. */
export interface UploadedEntry {
  readonly serialNumber: SerialNumber;
  /** Reason as in CRLs, including the one that releases a certificate from hold. */
  readonly reason: RevocationReason;
  readonly revokedAt: number;
  readonly invalidity: number | undefined;
}

/** Reader of CRLs made elsewhere. */
export interface UploadedCrls {
  /** Checks whether it is a valid CRL of `issuer`; every entry is read once. */
  inspect(octets: UploadedOctets, issuer: Certificate): Promise<UploadedCrl>;
  /**
   * Finds the entries that differ from the database, a few at a time; of several entries for one certificate, the last.
   *
   * @param options - `unknown`: also entries for certificates that the database does not hold; `releases`: also, as entries that release them, the
   * certificates on hold in that scope that the CRL does not list
   */
  differences(
    caId: number,
    octets: UploadedOctets,
    options: { readonly unknown: boolean; readonly releases: HoldScope | undefined },
    take: (entries: readonly UploadedEntry[]) => Promise<void>,
  ): Promise<void>;
}
