/** A search for certificates in the form that storage executes. */

/** A search with resolved names and checked rights. It contains only data, since another thread executes it. */
export interface CertificateQuery {
  readonly scope: CertificateScope;
  /** Numbers of reasons that restrict the revoked certificates; others are not restricted. */
  readonly revocationReasons: readonly number[] | undefined;
  readonly text: CertificateTextCriterion | undefined;
  readonly times: Partial<Readonly<Record<CertificateTime, TimeRange>>>;
}

/** Restriction to document ids and numbers of statuses; undefined for any. */
export interface CertificateScope {
  readonly caIds: readonly number[] | undefined;
  readonly endEntityProfileIds: readonly number[] | undefined;
  readonly certificateProfileIds: readonly number[] | undefined;
  readonly statuses: readonly number[] | undefined;
}

/** Times of a certificate in seconds since 1970, except `updated`, which is in milliseconds. */
export type CertificateTime = 'issued' | 'expires' | 'revoked' | 'updated';

/** Exclusive bounds, in the unit of the time. */
export interface TimeRange {
  readonly after: number | undefined;
  readonly before: number | undefined;
}

/**
 * A text that one of the members equals (`EQUAL`), contains (`LIKE`) or begins with (`BEGINS_WITH`).
 *
 * `EQUAL` and `LIKE` ignore the case of the letters A to Z, except in alternative names; `BEGINS_WITH` is case-sensitive.
 */
export interface CertificateTextCriterion {
  readonly operation: 'EQUAL' | 'LIKE' | 'BEGINS_WITH';
  readonly members: readonly CertificateTextMember[];
  /** Alternatives; more than one only for `EQUAL`. */
  readonly values: readonly string[];
  /** Content octets of serial numbers, whose certificates are found as well. */
  readonly serialNumbers: readonly Uint8Array[];
}

/** Members in which a text is searched. A serial number is upper-case hex without leading zeros. */
export type CertificateTextMember = 'username' | 'subjectDn' | 'subjectAltName' | 'accountBindingId' | 'serialNumber';

/** A page of results. */
export interface CertificatePage {
  readonly order: CertificateOrder;
  /** Last certificate before the counted `offset`; undefined to start with the first. */
  readonly after: CertificatePosition | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** Order of results. Texts are compared by their first 200 characters, ignoring the case of A to Z; equal values are ordered by id. */
export interface CertificateOrder {
  readonly by: CertificateOrderMember;
  readonly descending: boolean;
  /** Order of document ids; others come last. */
  readonly ids: readonly number[] | undefined;
}

/** Members by which certificates can be ordered; `id` is the order of creation. */
export type CertificateOrderMember =
  | 'id'
  | 'username'
  | 'subjectDn'
  | 'accountBindingId'
  | 'caId'
  | 'certificateProfileId'
  | 'endEntityProfileId'
  | 'status'
  | 'type'
  | CertificateTime;

/** A position in an order. */
export interface CertificatePosition {
  readonly key: string | number;
  readonly id: number;
}

/** A certificate that was found. Times are seconds since 1970 unless the name says otherwise. */
export interface FoundCertificate {
  readonly caId: number;
  /** Content octets of the INTEGER. */
  readonly serial: Uint8Array;
  /** Empty if the certificate was made elsewhere and only its revocation is known; so are the digests. */
  readonly der: Uint8Array;
  readonly sha1: Uint8Array;
  readonly caSha1: Uint8Array;
  readonly subjectDn: string;
  readonly subjectAltName: string | undefined;
  readonly subjectKeyId: Uint8Array | undefined;
  readonly username: string | undefined;
  readonly certificateProfileId: number;
  readonly endEntityProfileId: number;
  readonly type: number;
  readonly status: number;
  readonly notBefore: number;
  readonly notAfter: number;
  /** -1 unless it is revoked. */
  readonly revocationReason: number;
  readonly revokedAt: number | undefined;
  readonly invalidity: number | undefined;
  readonly crlPartition: number;
  readonly updatedMs: number;
}

/** Results of a page. */
export interface FoundCertificates {
  readonly certificates: readonly FoundCertificate[];
  /** End of the page; undefined if it is not full. A full page has fewer certificates if some were revoked while they were read. */
  readonly end: CertificatePosition | undefined;
}

/** Search for certificates, off the main thread. A signal aborts a search, which then throws its reason. */
export interface CertificateSearch {
  /** Finds a page of certificates. @throws `ra.search_timeout` if it reads too much */
  search(query: CertificateQuery, page: CertificatePage, signal?: AbortSignal): Promise<FoundCertificates>;
  /**
   * Counts all results of a search.
   *
   * @throws `ra.search_timeout` if it reads too much
   */
  count(query: CertificateQuery, signal?: AbortSignal): Promise<number>;
}
