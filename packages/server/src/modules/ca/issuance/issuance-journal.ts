/**
 * Record before signing: the bytes that a CA is about to sign become durable before its key is used.
 *
 * Without it, a certificate could exist that its CA does not know: signed, lost with the process before it was stored, but kept by a device or an
 * operator. With it, the serial number is known and can be revoked.
 *
 * An entry is complete once the certificate with its CA and serial number is stored. So the unit that stores the certificate completes it without
 * another write, and complete entries, which are no longer needed, are swept up later.
 */
import type { Der, SerialNumber, SshBlob } from '@sealwright/pki';
import type { Ids } from '../../../kernel/ids.ts';
import { ConflictError, type Write } from '../../../kernel/unit-of-work.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import { every, type Task } from '../../background/index.ts';
import type { HardwareTokens } from '../../crypto-tokens/index.ts';
import type { CommonCaSettings, WithKeys } from '../kinds/index.ts';
import { storedUnaudited, storeUnaudited, type UnauditedWritesDeps } from '../records/index.ts';

/** A certificate about to be signed. */
export interface JournalEntry {
  readonly id: number;
  readonly caId: number;
  readonly serialNumber: SerialNumber;
  readonly tbs: Der<'TbsCertificate' | 'CvCertificateBody'> | SshBlob<'TbsCertificate'>;
  readonly subjectDn: string;
  /** End of validity, seconds since 1970. */
  readonly notAfter: number;
  readonly crlPartition: number;
  readonly createdMs: number;
}

/** Stores an entry. A second one with the same issuer and serial number is a conflict. */
export interface InsertJournalEntry extends Write {
  readonly op: 'issuance-journal.insert';
  readonly entry: JournalEntry;
}

/** Deletes an entry that is complete, or for which no signature was made. */
export interface DeleteJournalEntry extends Write {
  readonly op: 'issuance-journal.delete';
  readonly id: number;
}

/** Read access to the journal. */
export interface IssuanceJournalStore {
  /** Lists entries without a certificate that are older than `beforeMs`, oldest first. */
  listIncomplete(beforeMs: number, limit: number): Promise<readonly JournalEntry[]>;
  /** Tells whether the CA has an entry without a certificate, which may exist unknown to it. */
  hasIncomplete(caId: number): Promise<boolean>;
  /** Returns the ids of entries whose certificate is stored. */
  listComplete(beforeMs: number, limit: number): Promise<readonly number[]>;
}

export interface IssuanceJournalDeps extends UnauditedWritesDeps {
  readonly journalStore: IssuanceJournalStore;
  readonly hardwareTokens: Pick<HardwareTokens, 'has'>;
  readonly ids: Ids;
}

export class IssuanceJournal extends WithDeps<IssuanceJournalDeps> {
  /**
   * Stores the entry before the CA's key signs, if the CA's settings require it. The entry stays if signing fails, since a device may have made the
   * signature before it failed.
   *
   * @param options - `mayBeRecorded`: the number is not random but identifies the certificate, so a failed or repeated attempt may have recorded it
   *   already, and then the existing entry is enough
   */
  async record(
    settings: RecordingSettings,
    entry: Omit<JournalEntry, 'id' | 'createdMs'>,
    { mayBeRecorded = false }: { readonly mayBeRecorded?: boolean } = {},
  ): Promise<void> {
    if (!(await this.#isWanted(settings))) return;
    const { ids, clock } = this.deps;
    const whole = { ...entry, id: ids.next(), createdMs: clock.nowMs() };
    const write: InsertJournalEntry = { op: 'issuance-journal.insert', entry: whole };
    try {
      await storeUnaudited([write], this.deps);
    } catch (error) {
      const isRecorded = error instanceof ConflictError && error.reason === 'exists';
      if (!mayBeRecorded || !isRecorded) throw error;
    }
  }

  get task(): Task {
    return { name: 'sweep-issuance-journal', where: 'each-process', schedule: every(60_000), run: () => this.sweep() };
  }

  /** Deletes complete entries, a bounded number at a time. */
  async sweep(): Promise<void> {
    const { journalStore, clock } = this.deps;
    for (;;) {
      const ids = await journalStore.listComplete(clock.nowMs() - IN_PROGRESS_MS, ENTRIES_PER_UNIT);
      if (ids.length === 0) return;
      // Another process may sweep at the same time.
      const deletions = ids.map((id): DeleteJournalEntry => ({ op: 'issuance-journal.delete', id }));
      if (!(await storedUnaudited(deletions, this.deps))) return;
    }
  }

  async #isWanted({ recordBeforeSigning, cryptoTokenId }: RecordingSettings): Promise<boolean> {
    if (recordBeforeSigning !== 'HARDWARE_TOKENS') return recordBeforeSigning === 'ALWAYS';
    return this.deps.hardwareTokens.has(cryptoTokenId);
  }
}

type RecordingSettings = Pick<CommonCaSettings, 'recordBeforeSigning'> & WithKeys;

/** Younger entries may belong to an issuance in progress. */
export const IN_PROGRESS_MS = 60_000;
const ENTRIES_PER_UNIT = 500;
