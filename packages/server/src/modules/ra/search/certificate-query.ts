/** A search for certificates, as storage answers it. */

/** A search whose names were found and whose rights were asked for. It holds data alone: a thread answers it. */
export interface CertificateQuery {
  readonly scope: CertificateScope;
  /** Numbers of reasons: those that are revoked, for one of them. Others are not restricted. */
  readonly revocationReasons: readonly number[] | undefined;
  readonly text: CertificateTextCriterion | undefined;
  readonly times: Partial<Readonly<Record<CertificateTime, TimeRange>>>;
}

/** Which certificates: document ids and numbers of statuses; undefined: any. */
export interface CertificateScope {
  readonly caIds: readonly number[] | undefined;
  readonly endEntityProfileIds: readonly number[] | undefined;
  readonly certificateProfileIds: readonly number[] | undefined;
  readonly statuses: readonly number[] | undefined;
}

/** Moments of a certificate: seconds since 1970, but for `updated`, which is in milliseconds. */
export type CertificateTime = 'issued' | 'expires' | 'revoked' | 'updated';

/** Ends that are not part of it themselves, in the unit of the moment. */
export interface TimeRange {
  readonly after: number | undefined;
  readonly before: number | undefined;
}

/**
 * A text that one of the members is (`EQUAL`), has in it (`LIKE`) or begins with (`BEGINS_WITH`).
 *
 * `EQUAL` and `LIKE` take the letters A to Z as a to z, but in alternative names; `BEGINS_WITH` compares as it is.
 */
export interface CertificateTextCriterion {
  readonly operation: 'EQUAL' | 'LIKE' | 'BEGINS_WITH';
  readonly members: readonly CertificateTextMember[];
  /** Any of them; more than one for `EQUAL` alone. */
  readonly values: readonly string[];
  /** Content octets: those of one of these serial numbers are found as well. */
  readonly serialNumbers: readonly Uint8Array[];
}

/** Members that a text is looked for in. A serial number is upper-case hex without leading zeros. */
export type CertificateTextMember = 'username' | 'subjectDn' | 'subjectAltName' | 'accountBindingId' | 'serialNumber';

/** A page of the found. */
export interface CertificatePage {
  readonly order: CertificateOrder;
  /** The last certificate before those that `offset` counts; undefined: from the first on. */
  readonly after: CertificatePosition | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** An order of the found; texts by their first 200 characters, with A to Z as a to z. Those of one value come by their ids. */
export interface CertificateOrder {
  readonly by: CertificateOrderMember;
  readonly descending: boolean;
  /** For ids of documents: in which order they come. Others come last. */
  readonly ids: readonly number[] | undefined;
}

/** Members that certificates can be ordered by; `id` is the order in which they were made. */
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

/** A place in an order. */
export interface CertificatePosition {
  readonly key: string | number;
  readonly id: number;
}

/** A certificate that was found. Times are seconds since 1970 unless the name says otherwise. */
export interface FoundCertificate {
  readonly caId: number;
  /** Content octets of the INTEGER. */
  readonly serial: Uint8Array;
  /** Empty when the certificate was made elsewhere and only its revocation is known; so are the digests. */
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
  /** -1 while it is not revoked. */
  readonly revocationReason: number;
  readonly revokedAt: number | undefined;
  readonly invalidity: number | undefined;
  readonly crlPartition: number;
  readonly updatedMs: number;
}

/** The found of a page. */
export interface FoundCertificates {
  readonly certificates: readonly FoundCertificate[];
  /** Where the page ends; undefined when it is not full. A full one has fewer certificates when some were revoked as they were read. */
  readonly end: CertificatePosition | undefined;
}

/** Searches for certificates, off the main thread. A signal ends a search, which throws its reason then. */
export interface CertificateSearch {
  /** @throws `ra.search_timeout` when it visits too much */
  search(query: CertificateQuery, page: CertificatePage, signal?: AbortSignal): Promise<FoundCertificates>;
  /**
   * Counts all that a search finds.
   *
   * @throws `ra.search_timeout` when it visits too much
   */
  count(query: CertificateQuery, signal?: AbortSignal): Promise<number>;
}
