/** CRLs as they are stored. */
import type { Der } from '@sealwright/pki';
import type { Write } from '../../kernel/unit-of-work.ts';

/** What the next CRL has to know of those before it. Times are seconds since 1970. */
export interface CrlHead {
  readonly number: number;
  readonly thisUpdate: number;
  readonly nextUpdate: number;
}

/** A stored CRL. */
export interface CrlRecord extends CrlHead {
  readonly id: number;
  readonly caId: number;
  /** 0 for a CA without partitions. */
  readonly partition: number;
  /** The number of the base CRL that a delta refers to; undefined for a base. */
  readonly baseNumber: number | undefined;
  readonly sha1: Uint8Array;
  readonly der: Der<'Crl'>;
  readonly createdMs: number;
}

/** Which of a CA's CRLs. */
export interface CrlScope {
  readonly caId: number;
  readonly partition: number;
}

/** Reads CRLs. */
export interface CrlStore {
  /** The newest base or delta CRL with its bytes. */
  findLatest(scope: CrlScope, kind: 'base' | 'delta'): Promise<CrlRecord | undefined>;
  /** The newest base or delta CRL without its bytes. */
  findLatestHead(scope: CrlScope, kind: 'base' | 'delta'): Promise<CrlHead | undefined>;
}

/** The revoked certificates of a CA as CRL entries. May visit millions of rows, so it runs off the main thread. */
export interface RevokedCertificates {
  /**
   * DER of CRL entries, concatenated, in chunks.
   *
   * @param expiredBefore - certificates that ended before this moment are left out; 0 leaves out none
   */
  revokedEntries(scope: CrlScope, expiredBefore: number): Promise<readonly Uint8Array[]>;
}

/** Stores a CRL. A second one of the same number is a conflict: base and delta share one sequence. */
export interface InsertCrl extends Write {
  readonly op: 'crl.insert';
  readonly crl: CrlRecord;
}
