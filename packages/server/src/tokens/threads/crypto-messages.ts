/** Messages between the event loop and the thread that signs and verifies. They go in groups: a message costs more than one signature. */
import type { KeyObject } from 'node:crypto';
import type { SignatureAlgorithm } from '@sealwright/pki';

/** Operation of the thread, which learns it once and then applies it to the octets of each task. */
export type CryptoOperation = SignOperation | VerifyOperation;

/** Signing of a document, which gives its signature. */
export interface SignOperation {
  readonly type: 'sign';
  readonly key: KeyObject;
  readonly node: SignatureAlgorithm['node'];
  /** Key that verifies each signature. */
  readonly verifiedBy: KeyObject | undefined;
}

/** Verification with a SubjectPublicKeyInfo, a document and a signature: gives one octet, 1 when the signature is one of the document by the key and else 0. */
export interface VerifyOperation {
  readonly type: 'verify';
  readonly node: SignatureAlgorithm['node'];
}

export interface ToCryptoThread {
  /** Which the answer repeats. */
  readonly group: number;
  /** True when everything that was learnt before is forgotten: keys among it are closed. */
  readonly anew: boolean;
  /** Numbered on from those that are known. */
  readonly learn: readonly CryptoOperation[];
  /** The operation of each task, by number. */
  readonly operations: readonly number[];
  /** Octets of each part of each task. */
  readonly lengths: readonly number[];
  /** All parts, one after the other. */
  readonly octets: Uint8Array<ArrayBuffer>;
}

/** Results of one group. */
export interface FromCryptoThread {
  readonly group: number;
  /** Octets of each outcome; 0 when there is none, or a signature was wrong. */
  readonly lengths: readonly number[];
  /** One after the other. */
  readonly octets: Uint8Array<ArrayBuffer>;
}
