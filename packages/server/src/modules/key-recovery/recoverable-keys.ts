/** Keys marked for recovery, and the only code that opens them. */
import { WithDeps } from '../../kernel/with-deps.ts';
import type { Actor, AuditEntry, AuditLog } from '../audit/index.ts';
import { type Authorities, getById } from '../ca/index.ts';
import type { KeptKey, KeptKeyStore } from './kept-key.ts';
import type { KeyEnvelopes } from './key-envelopes.ts';

export interface RecoverableKeysDeps {
  readonly audit: AuditLog;
  readonly authorities: Authorities;
  readonly envelopes: KeyEnvelopes;
  readonly keptKeys: KeptKeyStore;
}

export class RecoverableKeys extends WithDeps<RecoverableKeysDeps> {
  /** Finds the key that an end entity gets with its next keystore. */
  findMarked(endEntityId: number): Promise<KeptKey | undefined> {
    return this.deps.keptKeys.findMarked(endEntityId);
  }

  /** Tells whether any key of the end entity is kept. */
  hasKeyOf(endEntityId: number): Promise<boolean> {
    return this.deps.keptKeys.hasKeyOf(endEntityId);
  }

  /**
   * Opens a key for its end entity. The audit record is durable before this returns, even if the key cannot be opened.
   *
   * @returns DER PKCS #8; the caller overwrites it
   * @throws the errors of {@link KeyEnvelopes.open}
   */
  async open(
    key: KeptKey,
    { actor, username }: { readonly actor: Actor; readonly username: string },
  ): Promise<Uint8Array> {
    const { audit, authorities, envelopes } = this.deps;
    const { caId, serialNumber, publicKeySha256, envelope, escrowKey } = key;
    const entry: Omit<AuditEntry, 'outcome'> = {
      event: 'KEYRECOVERY_SENT',
      actor,
      caId,
      serial: serialNumber,
      username,
      details: { escrowKey: escrowKey.alias },
    };
    return audit.recordingRefusal(entry, async () => {
      const { settings } = await getById(authorities, caId);
      const binding = { issuer: settings.subject, serialNumber, publicKeySha256 };
      const privateKey = await envelopes.open(envelope, binding, escrowKey);
      try {
        await audit.record({ ...entry, outcome: 'SUCCESS' });
        return privateKey;
      } catch (error) {
        privateKey.fill(0);
        throw error;
      }
    });
  }
}
