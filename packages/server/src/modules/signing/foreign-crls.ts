import type { Crl } from '@sealwright/pki';

/** CRLs of CAs elsewhere, as far as the operator lets them be fetched. */
export interface ForeignCrls {
  /**
   * The CRLs at `urls`: those that are in a host which is allowed, and came in time, whole and readable. They may be some minutes old. Nothing of
   * them is verified.
   */
  fetch(urls: readonly string[]): Promise<readonly Crl[]>;
}
