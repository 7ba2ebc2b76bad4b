/** Storage of crypto tokens. Their settings are documents and not kept here. */
import type { Write } from '../../kernel/unit-of-work.ts';
import type { StoredKeyPair } from './crypto-token.ts';

/** Stored state of a token that is not in its document. */
export interface StoredTokenState {
  readonly tokenId: number;
  /** As {@link CryptoTokenDriver.initialize} made it. */
  readonly protection: Uint8Array | null;
  /**
   * Rises with every deactivation and change of the code. A host remembers the one that it opened the token under; when the stored one
   * is another, the token is closed.
   */
  readonly generation: number;
}

/** A stored key pair and the row that holds it: a key made anew under the same alias is another row. */
export interface KeyPairRow extends StoredKeyPair {
  readonly id: number;
  readonly createdMs: number;
  /** As {@link KeyOrigin}; undefined for a key pair that no import made. */
  readonly madeFor?: string | undefined;
}

/** Reads see everything that was committed before the call. */
export interface CryptoTokenStore {
  findState(tokenId: number): Promise<StoredTokenState | undefined>;
  findKeyPair(tokenId: number, alias: string): Promise<KeyPairRow | undefined>;
  /** At most `limit` key pairs with aliases after `after`, in order of their aliases by code unit. */
  listKeyPairs(tokenId: number, after: string, limit: number): Promise<readonly KeyPairRow[]>;
}

export interface InsertTokenState extends Write, StoredTokenState {
  readonly op: 'crypto-token-state.insert';
}

/** Expects the generation `from` and writes `from + 1`. */
export interface AdvanceTokenState extends Write {
  readonly op: 'crypto-token-state.advance';
  readonly tokenId: number;
  readonly from: number;
  readonly protection: Uint8Array | null;
}

/** Writes nothing, and is a conflict when the token was deactivated or deleted meanwhile. */
export interface ExpectTokenState extends Write {
  readonly op: 'crypto-token-state.expect';
  readonly tokenId: number;
  readonly generation: number;
}

export interface DeleteTokenState extends Write {
  readonly op: 'crypto-token-state.delete';
  readonly tokenId: number;
  readonly generation: number;
}

/** A conflict `exists` when the alias is in use. */
export interface InsertKeyPair extends Write, KeyPairRow {
  readonly op: 'crypto-token-key.insert';
  readonly tokenId: number;
}

/** Deletes the row, and not a key that was made anew under its alias. */
export interface DeleteKeyPair extends Write {
  readonly op: 'crypto-token-key.delete';
  readonly id: number;
  readonly tokenId: number;
}

export interface MoveEpoch extends Write {
  readonly op: 'epoch.move';
}

/** Every write of this module. */
export type CryptoTokenWrite =
  | InsertTokenState
  | AdvanceTokenState
  | ExpectTokenState
  | DeleteTokenState
  | InsertKeyPair
  | DeleteKeyPair
  | MoveEpoch;
