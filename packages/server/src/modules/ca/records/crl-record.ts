/** Stored CRLs, and the database operations needed to make one. */
import type { Der, Extension, PreTbsCrl, SignatureAlgorithm } from '@sealwright/pki';
import type { Write } from '../../../kernel/unit-of-work.ts';

export type CrlKind = 'base' | 'delta';

/** Members of a CRL on which the next one depends. Times are seconds since 1970. */
export interface CrlHead {
  readonly number: number;
  readonly thisUpdate: number;
  readonly nextUpdate: number;
  /** Length of its DER in octets. */
  readonly octets: number;
  /** True if delta CRLs can refer to it, since every change after it was begun is noted: see {@link NoteCrlChange}. */
  readonly deltaBase: boolean;
  /** True if it was made elsewhere, from the revocations known there. */
  readonly imported: boolean;
  /**
   * True if it was imported for an external CA with all its entries, so that certificates not revoked here are not revoked by that CA; of a delta CRL, if its
   * base CRL was, too.
   */
  readonly complete: boolean;
  readonly createdMs: number;
}

/** A stored CRL. Its octets are read by {@link CrlStore.read}. */
export interface CrlRecord extends CrlHead {
  readonly id: number;
  readonly caId: number;
  /** Number of the partition; 0 for the main CRL. */
  readonly partition: number;
  /** Number of the base CRL that a delta CRL refers to; undefined for a base CRL. */
  readonly baseNumber: number | undefined;
  readonly sha1: Uint8Array;
  /** Number of rows with its octets; 0 if the CRL's own row has them. */
  readonly parts: number;
  /** All octets of a CRL without parts; otherwise empty. */
  readonly der: Uint8Array;
}

/** A CA and partition, which have a sequence of CRLs. */
export interface CrlScope {
  readonly caId: number;
  readonly partition: number;
}

/** Octets from `start` up to but not including `end`. */
export interface OctetRange {
  readonly start: number;
  readonly end: number;
}

/** Read access to CRLs. */
export interface CrlStore {
  /** Finds the newest base or delta CRL. */
  findLatest(scope: CrlScope, kind: CrlKind): Promise<CrlRecord | undefined>;
  findLatestHead(scope: CrlScope, kind: CrlKind): Promise<CrlHead | undefined>;
  /** Finds the last CRL number that was assigned; undefined before the first CRL. */
  findNumber(scope: CrlScope): Promise<number | undefined>;
  /** Finds the first `limit` notes of changes. */
  findChanges(scope: CrlScope, limit: number): Promise<readonly CrlChange[]>;
  /** Finds the oldest CRLs whose nextUpdate lies before `endedBefore`, seconds since 1970; never the newest of its kind. */
  findEnded(scope: CrlScope, kind: CrlKind, endedBefore: number, limit: number): Promise<readonly EndedCrl[]>;
  /** Reads the octets of a CRL, all or a range, in pieces small enough for the event loop. */
  read(crl: CrlRecord, range?: OctetRange): AsyncIterable<Uint8Array>;
}

/** Contents of a CRL apart from its entries. */
export interface CrlOutline {
  readonly signatureAlgorithm: SignatureAlgorithm;
  readonly issuer: Der<'Name'>;
  /** Seconds since 1970. */
  readonly thisUpdate: number;
  readonly nextUpdate: number;
  readonly extensions: readonly Extension[];
  /** True if it gets an alternative signature, which is made before the other one. */
  readonly alternative: boolean;
}

/** A CRL ready to be signed. */
export interface UnsignedCrl {
  readonly tbs: Der<'TbsCrl'> | PreTbsCrl;
  readonly entries: number;
  /** Number of revoked certificates left out because an earlier base CRL, made after their expiry, listed them. */
  readonly expired: number;
  /** Noted changes that this CRL contains. Empty for a delta CRL, after which they are still needed. */
  readonly changes: Iterable<CrlChange>;
}

/** A noted change of a certificate's revocation: the certificate, and its version after the change. */
export interface CrlChange {
  readonly certificateId: number;
  readonly version: number;
}

/** Encoder of CRLs to be signed. It may read millions of rows, so it runs off the main thread. */
export interface UnsignedCrls {
  /**
   * Encodes all certificates revoked now. The noted changes are read first: a change that is not among {@link UnsignedCrl.changes} may be missing.
   *
   * @param options - `expiredBefore`: certificates that expired before this moment are left out; 0 leaves out none
   */
  base(scope: CrlScope, outline: CrlOutline, options: { readonly expiredBefore: number }): Promise<UnsignedCrl>;
  /** Encodes the noted changes that no base CRL contains yet; certificates released from hold as removeFromCRL. */
  delta(scope: CrlScope, outline: CrlOutline): Promise<UnsignedCrl>;
  /** Finds the ids of revoked certificates that expired before `moment`, a few hundred at a time. */
  expired(scope: CrlScope, moment: number, take: (ids: readonly number[]) => Promise<void>): Promise<void>;
}

/**
 * Octets of a part of a large CRL, which both databases and the event loop handle in a few milliseconds. Parts of twice the size take nearly twice as
 * long to become durable, parts of half the size hardly less. A multiple of 3, for base64.
 */
export const CRL_PART_OCTETS = 3 * 64 * 1024;

/** Index of the row without octets that marks a CRL whose parts are stored but which is not stored itself yet. */
export const PENDING = -1;

/** Stores a CRL whose parts are stored. A second one with the same number is a conflict: base and delta CRLs share one sequence. */
export interface InsertCrl extends Write {
  readonly op: 'crl.insert';
  readonly crl: CrlRecord;
}

/** An expired CRL, which nobody relies on any more. */
export interface EndedCrl {
  readonly id: number;
  readonly number: number;
}

/** Deletes a CRL. Its parts are swept up like those of CRLs that were never stored. */
export interface DeleteCrl extends Write {
  readonly op: 'crl.delete';
  readonly id: number;
}

/** Prevents delta CRLs from referring to a base CRL: see {@link CrlHead.deltaBase}. */
export interface EndDeltaBase extends Write {
  readonly op: 'crl.end-delta-base';
  readonly scope: CrlScope;
  readonly number: number;
}

/** Stores a part of a CRL, which is stored itself after all its parts. Until then the parts have no effect; those left by a crash are swept up. */
export interface InsertCrlPart extends Write {
  readonly op: 'crl-part.insert';
  readonly crlId: number;
  readonly part: number;
  readonly der: Uint8Array;
  readonly createdMs: number;
}

/** Deletes a part of a CRL that is not stored; or, with the CRL, the row that marks it as not stored. */
export interface DeleteCrlPart extends Write {
  readonly op: 'crl-part.delete';
  readonly crlId: number;
  readonly part: number;
}

/** Assigns the first CRL number of a CA and partition. */
export interface StartCrlNumbers extends Write {
  readonly op: 'crl-number.start';
  readonly scope: CrlScope;
  readonly number: number;
}

/** Assigns the next CRL number: a conflict unless `expected` is the last one, so that numbers rise across processes. */
export interface AdvanceCrlNumber extends Write {
  readonly op: 'crl-number.advance';
  readonly scope: CrlScope;
  readonly expected: number;
  readonly number: number;
}

/**
 * Notes a change of a certificate's revocation for the next delta CRL, in the unit of the change itself.
 *
 * Delta CRLs are made from these notes and never from timestamps. A base CRL deletes only notes that it read before it read the first certificate. So
 * a change that becomes durable during its generation, on any host and by any clock, is in the delta CRL.
 */
export interface NoteCrlChange extends Write {
  readonly op: 'crl-change.note';
  readonly scope: CrlScope;
  readonly change: CrlChange;
}

/** Deletes a note whose change is in a stored base CRL. */
export interface ForgetCrlChange extends Write {
  readonly op: 'crl-change.forget';
  readonly scope: CrlScope;
  readonly change: CrlChange;
}
