/** Storage of a private key together with its certificate. */
import type { Certificate } from '@sealwright/pki';
import { WithDeps } from '../../kernel/with-deps.ts';
import type { UseCaseDeps } from '../access/index.ts';
import type { Actor, AuditEntry } from '../audit/index.ts';
import type { X509Authority } from '../ca/index.ts';
import type { EscrowKeys } from './escrow-keys.ts';
import type { InsertKeptKey } from './kept-key.ts';
import type { KeyEnvelopes } from './key-envelopes.ts';
import { isSigningOnly } from './signing-only.ts';

/** A private key, and the certificate with which it is kept. */
export interface KeyToKeep {
  readonly authority: X509Authority;
  /** Certificate issued by the CA, and stored in the same unit or before. */
  readonly certificate: Pick<Certificate, 'extension' | 'publicKey' | 'serialNumber'>;
  readonly endEntity: { readonly id: number; readonly username: string };
  /** DER PKCS #8; the caller overwrites it. */
  readonly privateKey: Uint8Array;
  /** Actor of the audit records. */
  readonly actor: Actor;
}

/** Parts of the unit that keeps a key; both are empty if the key is not kept. */
export interface KeptKeyPlan {
  readonly writes: readonly InsertKeptKey[];
  readonly entries: readonly AuditEntry[];
}

export interface KeepKeyDeps extends Pick<UseCaseDeps, 'clock' | 'ids'> {
  readonly escrowKeys: EscrowKeys;
  readonly envelopes: KeyEnvelopes;
}

export class KeepKey extends WithDeps<KeepKeyDeps> {
  /**
   * Requires that a CA can keep keys, before a key is generated.
   *
   * @throws the errors of {@link EscrowKeys.of}
   */
  async requirePossible(authority: X509Authority): Promise<void> {
    await this.deps.escrowKeys.of(authority);
  }

  /**
   * Encrypts the key for the escrow key of the CA and plans its storage. The unit names the epoch under which it was planned, so that the escrow key
   * cannot be replaced or removed meanwhile.
   *
   * Keys that only make signatures are not kept.
   *
   * @throws the errors of {@link EscrowKeys.of}
   */
  async plan({ authority, certificate, endEntity, privateKey, actor }: KeyToKeep): Promise<KeptKeyPlan> {
    if (isSigningOnly(certificate)) return { writes: [], entries: [] };
    const { escrowKeys, envelopes, ids, clock } = this.deps;
    const { publicKey, ...escrowKey } = await escrowKeys.of(authority);
    const { serialNumber } = certificate;
    const publicKeySha256 = Uint8Array.fromHex(certificate.publicKey.sha256Fingerprint);
    const binding = { issuer: authority.settings.subject, serialNumber, publicKeySha256 };
    const insert: InsertKeptKey = {
      op: 'kept-key.insert',
      key: {
        id: ids.next(),
        caId: authority.id,
        serialNumber,
        endEntityId: endEntity.id,
        publicKeySha256,
        envelope: envelopes.make(privateKey, binding, publicKey),
        escrowKey,
        markedFor: undefined,
        createdMs: clock.nowMs(),
        version: 1,
      },
    };
    const entry: AuditEntry = {
      event: 'KEYRECOVERY_ADDDATA',
      outcome: 'SUCCESS',
      actor,
      caId: authority.id,
      serial: serialNumber,
      username: endEntity.username,
      details: { escrowKey: escrowKey.alias },
    };
    return { writes: [insert], entries: [entry] };
  }
}
