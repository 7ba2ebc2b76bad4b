/** A kept private key, encrypted for the escrow key of the CA. */
import type { SerialNumber } from '@sealwright/pki';
import type { Write } from '../../kernel/unit-of-work.ts';

/** The escrow key of kept keys. */
export interface EscrowKeyName {
  /** Id of the crypto token. */
  readonly tokenId: number;
  readonly alias: string;
  /** SHA-256 of its DER SubjectPublicKeyInfo. */
  readonly publicKeySha256: Uint8Array;
}

/** A stored kept key. A certificate has at most one. */
export interface KeptKey {
  readonly id: number;
  /** Id of the certificate's CA. */
  readonly caId: number;
  readonly serialNumber: SerialNumber;
  /** End entity to which the certificate was issued. */
  readonly endEntityId: number;
  /** SHA-256 of the DER SubjectPublicKeyInfo in the certificate. */
  readonly publicKeySha256: Uint8Array;
  /** DER ContentInfo of CMS AuthEnvelopedData. */
  readonly envelope: Uint8Array;
  readonly escrowKey: EscrowKeyName;
  /** End entity that gets it with its next keystore; undefined if it is not marked. An end entity has at most one marked key. */
  readonly markedFor: number | undefined;
  readonly createdMs: number;
  readonly version: number;
}

/** Read access to kept keys. */
export interface KeptKeyStore {
  find(caId: number, serialNumber: SerialNumber): Promise<KeptKey | undefined>;
  /** Finds the key marked for an end entity. */
  findMarked(endEntityId: number): Promise<KeptKey | undefined>;
  /** Tells whether the key of any certificate of the end entity is kept. */
  hasKeyOf(endEntityId: number): Promise<boolean>;
  /**
   * Tells whether any key is encrypted for an escrow key.
   *
   * @param publicKeySha256 - SHA-256 of the escrow key's DER SubjectPublicKeyInfo
   */
  hasKeyFor(publicKeySha256: Uint8Array): Promise<boolean>;
  /**
   * Lists the kept keys of a CA in order of their ids; at most `limit`.
   *
   * @param after - id before the first one; 0 to start at the beginning
   */
  listAfter(caId: number, after: number, limit: number): Promise<readonly KeptKey[]>;
}

/** Stores a kept key. A second one for the same certificate is a conflict. */
export interface InsertKeptKey extends Write {
  readonly op: 'kept-key.insert';
  readonly key: KeptKey;
}

/** Marks the key that has `expectedVersion`, or removes its mark. A second marked key for an end entity is a conflict. */
export interface MarkKeptKey extends Write {
  readonly op: 'kept-key.mark';
  readonly id: number;
  readonly expectedVersion: number;
  /** End entity; undefined to remove the mark. */
  readonly markedFor: number | undefined;
}

/** Replaces the envelope of the key that has `expectedVersion` with one for another escrow key. */
export interface RewrapKeptKey extends Write {
  readonly op: 'kept-key.rewrap';
  readonly id: number;
  readonly expectedVersion: number;
  readonly envelope: Uint8Array;
  readonly escrowKey: EscrowKeyName;
}

/** Removes the key that has `expectedVersion`. */
export interface DeleteKeptKey extends Write {
  readonly op: 'kept-key.delete';
  readonly id: number;
  readonly expectedVersion: number;
}

/** Plans the write that marks a key for an end entity, or removes its mark. */
export function markWrite(
  { id, version }: Pick<KeptKey, 'id' | 'version'>,
  markedFor: number | undefined,
): MarkKeptKey {
  return { op: 'kept-key.mark', id, expectedVersion: version, markedFor };
}

/** Plans the removal of the mark for an end entity. */
export async function planUnmark(
  keptKeys: Pick<KeptKeyStore, 'findMarked'>,
  endEntityId: number,
): Promise<readonly MarkKeptKey[]> {
  const marked = await keptKeys.findMarked(endEntityId);
  return marked === undefined ? [] : [markWrite(marked, undefined)];
}
