/** A private key that is kept for its owner, encrypted for the escrow key of the CA. */
import type { SerialNumber } from '@sealwright/pki';
import type { Write } from '../../kernel/unit-of-work.ts';

/** The key that kept keys are encrypted for. */
export interface EscrowKeyName {
  /** The crypto token, by document id. */
  readonly tokenId: number;
  readonly alias: string;
  /** SHA-256 of its DER SubjectPublicKeyInfo. */
  readonly publicKeySha256: Uint8Array;
}

/** A kept key as it is stored. There is one for a certificate at most. */
export interface KeptKey {
  readonly id: number;
  /** The CA of the certificate, by document id. */
  readonly caId: number;
  readonly serialNumber: SerialNumber;
  /** The end entity that the certificate was issued to. */
  readonly endEntityId: number;
  /** SHA-256 of the DER SubjectPublicKeyInfo in the certificate. */
  readonly publicKeySha256: Uint8Array;
  /** DER ContentInfo of CMS AuthEnvelopedData. */
  readonly envelope: Uint8Array;
  readonly escrowKey: EscrowKeyName;
  /** The end entity that gets it with its next keystore; undefined while it is not marked. An end entity has one marked key at most. */
  readonly markedFor: number | undefined;
  readonly createdMs: number;
  readonly version: number;
}

/** Reads kept keys. */
export interface KeptKeyStore {
  find(caId: number, serialNumber: SerialNumber): Promise<KeptKey | undefined>;
  /** Finds the key that is marked for an end entity. */
  findMarked(endEntityId: number): Promise<KeptKey | undefined>;
  /** Tells whether a key of a certificate of the end entity is kept. */
  hasKeyOf(endEntityId: number): Promise<boolean>;
  /**
   * Tells whether a key is encrypted for an escrow key.
   *
   * @param publicKeySha256 - SHA-256 of the escrow key's DER SubjectPublicKeyInfo
   */
  hasKeyFor(publicKeySha256: Uint8Array): Promise<boolean>;
  /**
   * The kept keys of a CA in the order of their ids; `limit` at most.
   *
   * @param after - the id before the first of them; 0: from the beginning
   */
  listAfter(caId: number, after: number, limit: number): Promise<readonly KeptKey[]>;
}

/** Keeps a key. A second one for the same certificate is a conflict. */
export interface InsertKeptKey extends Write {
  readonly op: 'kept-key.insert';
  readonly key: KeptKey;
}

/** Marks the key that has `expectedVersion`, or removes its mark. A second one that is marked for an end entity is a conflict. */
export interface MarkKeptKey extends Write {
  readonly op: 'kept-key.mark';
  readonly id: number;
  readonly expectedVersion: number;
  /** The end entity; undefined removes the mark. */
  readonly markedFor: number | undefined;
}

/** Replaces the envelope of the key that has `expectedVersion` by one for another escrow key. */
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

/** Plans that no key is marked for an end entity any more. */
export async function planUnmark(
  keptKeys: Pick<KeptKeyStore, 'findMarked'>,
  endEntityId: number,
): Promise<readonly MarkKeptKey[]> {
  const marked = await keptKeys.findMarked(endEntityId);
  return marked === undefined ? [] : [markWrite(marked, undefined)];
}
