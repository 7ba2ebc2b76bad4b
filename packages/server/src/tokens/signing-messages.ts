/** What passes between the event loop and the thread that signs. Documents go in groups: a message costs more than the signature of a small one. */
import type { KeyObject } from 'node:crypto';
import type { SignatureAlgorithm } from '@sealwright/pki';

/** How the thread makes some signatures: it learns it once, and then by its number. */
export interface ThreadSigning {
  readonly key: KeyObject;
  readonly node: SignatureAlgorithm['node'];
  /** What each signature is verified with. */
  readonly verifiedBy: KeyObject | undefined;
}

export interface ToSigner {
  /** Whether everything that was learnt before is forgotten: keys among it are closed. */
  readonly anew: boolean;
  /** Numbered on from those that are known. */
  readonly learn: readonly ThreadSigning[];
  /** How each document is signed, by number. */
  readonly numbers: readonly number[];
  /** Octets of each document. */
  readonly lengths: readonly number[];
  /** One after the other. */
  readonly documents: Uint8Array<ArrayBuffer>;
}

/** The signatures of one group. */
export interface FromSigner {
  /** Octets of each; 0 when it could not be made or was wrong. */
  readonly lengths: readonly number[];
  /** One after the other. */
  readonly signatures: Uint8Array<ArrayBuffer>;
}
