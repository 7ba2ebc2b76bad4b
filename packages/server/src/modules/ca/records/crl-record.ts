/** CRLs as they are stored, and what making one needs of the database. */
import type { Der, Extension, PreTbsCrl, SignatureAlgorithm } from '@sealwright/pki';
import type { Write } from '../../../kernel/unit-of-work.ts';

export type CrlKind = 'base' | 'delta';

/** Members of a CRL that the next one depends on. Times are seconds since 1970. */
export interface CrlHead {
  readonly number: number;
  readonly thisUpdate: number;
  readonly nextUpdate: number;
  /** Octets of its DER. */
  readonly octets: number;
  /** True when delta CRLs can refer to it: every change since it was begun is noted, see {@link NoteCrlChange}. */
  readonly deltaBase: boolean;
  /** True when it was made elsewhere, from what is revoked there. */
  readonly imported: boolean;
  /** True when it was imported for an external CA with all its entries, so that the CA has not revoked what is not known as revoked here. */
  readonly complete: boolean;
  readonly createdMs: number;
}

/** A stored CRL. Its octets are read by {@link CrlStore.read}. */
export interface CrlRecord extends CrlHead {
  readonly id: number;
  readonly caId: number;
  /** 0 for the main CRL. */
  readonly partition: number;
  /** The number of the base CRL that a delta refers to; undefined for a base. */
  readonly baseNumber: number | undefined;
  readonly sha1: Uint8Array;
  /** So many rows hold its octets, in order; 0: the CRL's own row does. */
  readonly parts: number;
  /** All octets of a CRL without parts; empty otherwise. */
  readonly der: Uint8Array;
}

/** Which of a CA's CRLs. */
export interface CrlScope {
  readonly caId: number;
  readonly partition: number;
}

/** The newest base and delta CRL of one partition. */
export interface LatestHeads {
  readonly base: CrlHead | undefined;
  readonly delta: CrlHead | undefined;
}

/** Octets from `start` to the one before `end`. */
export interface OctetRange {
  readonly start: number;
  readonly end: number;
}

/** Reads CRLs. */
export interface CrlStore {
  /** Finds the newest base or delta CRL. */
  findLatest(scope: CrlScope, kind: CrlKind): Promise<CrlRecord | undefined>;
  findLatestHead(scope: CrlScope, kind: CrlKind): Promise<CrlHead | undefined>;
  /** Finds the last number that was given; undefined before the first CRL. */
  findNumber(scope: CrlScope): Promise<number | undefined>;
  /** Finds notes of changes, the first `limit` of them. */
  findChanges(scope: CrlScope, limit: number): Promise<readonly CrlChange[]>;
  /** Finds the oldest whose nextUpdate lies before `endedBefore`, seconds since 1970; never the newest of its kind. */
  findEnded(scope: CrlScope, kind: CrlKind, endedBefore: number, limit: number): Promise<readonly EndedCrl[]>;
  /** Reads the octets of a CRL, all or those of a range, in pieces that the event loop bears. */
  read(crl: CrlRecord, range?: OctetRange): AsyncIterable<Uint8Array>;
}

/** Contents of a CRL beside its entries. */
export interface CrlOutline {
  readonly signatureAlgorithm: SignatureAlgorithm;
  readonly issuer: Der<'Name'>;
  /** Seconds since 1970. */
  readonly thisUpdate: number;
  readonly nextUpdate: number;
  readonly extensions: readonly Extension[];
  /** True when it gets an alternative signature, made before the other one. */
  readonly alternative: boolean;
}

/** A CRL that is ready to be signed. */
export interface UnsignedCrl {
  readonly tbs: Der<'TbsCrl'> | PreTbsCrl;
  readonly entries: number;
  /** Revoked certificates that were left out, because an earlier base CRL that was made after their end had them. */
  readonly expired: number;
  /** The noted changes that this CRL holds. Empty for a delta CRL, after which they are still needed. */
  readonly changes: Iterable<CrlChange>;
}

/** A change of a certificate's revocation, as it was noted: the certificate, and the version that it had afterwards. */
export interface CrlChange {
  readonly certificateId: number;
  readonly version: number;
}

/** Encodes what is to be signed. May visit millions of rows, so it runs off the main thread. */
export interface UnsignedCrls {
  /**
   * Encodes all that are revoked now. The noted changes are looked up first: what is not among {@link UnsignedCrl.changes} may be missing.
   *
   * @param options - `expiredBefore`: certificates that ended before this moment are left out; 0 leaves out none
   */
  base(scope: CrlScope, outline: CrlOutline, options: { readonly expiredBefore: number }): Promise<UnsignedCrl>;
  /** Encodes what was noted and is not part of a base CRL yet; certificates that are valid again as removeFromCRL. */
  delta(scope: CrlScope, outline: CrlOutline): Promise<UnsignedCrl>;
  /** Finds the ids of revoked certificates that ended before `moment`, a few hundred at a time. */
  expired(scope: CrlScope, moment: number, take: (ids: readonly number[]) => Promise<void>): Promise<void>;
}

/**
 * Octets of a part of a large CRL: what both databases and the event loop take in a few milliseconds. Twice as many take nearly twice as
 * long to become durable, half as many hardly less. A multiple of 3, for base64.
 */
export const CRL_PART_OCTETS = 3 * 64 * 1024;

/** The index of the row, without octets, that stands before the parts of a CRL as long as the CRL itself is not stored. */
export const PENDING = -1;

/** Stores a CRL whose parts are stored. A second one of the same number is a conflict: base and delta share one sequence. */
export interface InsertCrl extends Write {
  readonly op: 'crl.insert';
  readonly crl: CrlRecord;
}

/** A CRL that nobody relies on any more. */
export interface EndedCrl {
  readonly id: number;
  readonly number: number;
}

/** Deletes a CRL. Its parts are swept up as those that never had one. */
export interface DeleteCrl extends Write {
  readonly op: 'crl.delete';
  readonly id: number;
}

/** Has delta CRLs no longer refer to a base CRL, see {@link CrlHead.deltaBase}. */
export interface EndDeltaBase extends Write {
  readonly op: 'crl.end-delta-base';
  readonly scope: CrlScope;
  readonly number: number;
}

/** Stores a part of a CRL that is stored after all its parts are. Until then it is nothing; what a crash leaves is swept up. */
export interface InsertCrlPart extends Write {
  readonly op: 'crl-part.insert';
  readonly crlId: number;
  readonly part: number;
  readonly der: Uint8Array;
  readonly createdMs: number;
}

/** Takes away a part of a CRL that is not stored; or, as the CRL is stored, what says that it is not. */
export interface DeleteCrlPart extends Write {
  readonly op: 'crl-part.delete';
  readonly crlId: number;
  readonly part: number;
}

/** Gives the first number of a CA and partition. */
export interface StartCrlNumbers extends Write {
  readonly op: 'crl-number.start';
  readonly scope: CrlScope;
  readonly number: number;
}

/** Gives the next number: a conflict unless `expected` is the last one, so that numbers rise whichever process gives them. */
export interface AdvanceCrlNumber extends Write {
  readonly op: 'crl-number.advance';
  readonly scope: CrlScope;
  readonly expected: number;
  readonly number: number;
}

/**
 * Notes a change of a certificate's revocation, in the unit of the change itself, for the next delta CRL.
 *
 * Delta CRLs are made of these notes and never of times: a base CRL takes away only notes that it has seen before it read the first
 * certificate, so a change that becomes durable while it is made, on whatever machine and by whatever clock, is in the delta.
 */
export interface NoteCrlChange extends Write {
  readonly op: 'crl-change.note';
  readonly scope: CrlScope;
  readonly change: CrlChange;
}

/** Forgets a note that a stored base CRL holds. */
export interface ForgetCrlChange extends Write {
  readonly op: 'crl-change.forget';
  readonly scope: CrlScope;
  readonly change: CrlChange;
}
