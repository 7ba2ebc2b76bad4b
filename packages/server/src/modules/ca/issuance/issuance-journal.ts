/**
 * Record before signing: what a CA is about to sign becomes durable before its key is used.
 *
 * Without it, a certificate that was signed, and lost with the process before it was stored, exists unknown to its CA if a device or an
 * operator kept it. With it, its serial number is known and can be revoked.
 *
 * An entry is complete when the certificate of its CA and serial number is stored. So the unit that stores the certificate completes it
 * without another write, and a complete entry is only in the way: it is swept up later.
 */
import type { Der, SerialNumber, SshBlob } from '@sealwright/pki';
import type { Ids } from '../../../kernel/ids.ts';
import { ConflictError, type Write } from '../../../kernel/unit-of-work.ts';
import { every, type Task } from '../../background/index.ts';
import type { CommonCaSettings, WithKeys } from '../authorities/index.ts';
import { storedUnaudited, storeUnaudited, type UnauditedWritesDeps } from '../records/index.ts';

/** A certificate that is about to be signed. */
export interface JournalEntry {
  readonly id: number;
  readonly caId: number;
  readonly serialNumber: SerialNumber;
  readonly tbs: Der<'TbsCertificate' | 'CvCertificateBody'> | SshBlob<'TbsCertificate'>;
  readonly subjectDn: string;
  /** Seconds since 1970. */
  readonly notAfter: number;
  readonly crlPartition: number;
  readonly createdMs: number;
}

/** Makes an entry durable. A second one of the same issuer and serial number is a conflict. */
export interface InsertJournalEntry extends Write {
  readonly op: 'issuance-journal.insert';
  readonly entry: JournalEntry;
}

/** Takes an entry away that is complete, or that no signature was made for. */
export interface DeleteJournalEntry extends Write {
  readonly op: 'issuance-journal.delete';
  readonly id: number;
}

/** Reads the journal. */
export interface IssuanceJournalStore {
  /** Entries without a certificate that are older than `beforeMs`, the oldest first. */
  listIncomplete(beforeMs: number, limit: number): Promise<readonly JournalEntry[]>;
  /** Tells whether there is an entry of the CA without a certificate: one that may exist and is unknown. */
  hasIncomplete(caId: number): Promise<boolean>;
  /** Returns the ids of entries whose certificate is stored. */
  listComplete(beforeMs: number, limit: number): Promise<readonly number[]>;
}

export interface IssuanceJournalDeps extends UnauditedWritesDeps {
  readonly journalStore: IssuanceJournalStore;
  /** Tells whether the keys of a crypto token are in a device. */
  readonly isHardwareToken: (cryptoTokenId: number) => Promise<boolean>;
  readonly ids: Ids;
}

export class IssuanceJournal {
  readonly #deps: IssuanceJournalDeps;

  constructor(deps: IssuanceJournalDeps) {
    this.#deps = deps;
  }

  /**
   * Makes the entry durable if the CA wants it so, before its key signs. It stays when the signature fails, for nobody knows how far a
   * device came.
   *
   * @param options - `mayBeRecorded`: the number is not random but what names the certificate, so an attempt that failed, or was planned again,
   *   may have recorded it already; the entry that is there says enough then
   */
  async record(
    settings: RecordingSettings,
    entry: Omit<JournalEntry, 'id' | 'createdMs'>,
    { mayBeRecorded = false }: { readonly mayBeRecorded?: boolean } = {},
  ): Promise<void> {
    if (!(await this.#isWanted(settings))) return;
    const { ids, clock } = this.#deps;
    const whole = { ...entry, id: ids.next(), createdMs: clock.nowMs() };
    const write: InsertJournalEntry = { op: 'issuance-journal.insert', entry: whole };
    try {
      await storeUnaudited([write], this.#deps);
    } catch (error) {
      const isRecorded = error instanceof ConflictError && error.reason === 'exists';
      if (!mayBeRecorded || !isRecorded) throw error;
    }
  }

  get task(): Task {
    return { name: 'sweep-issuance-journal', where: 'each-process', schedule: every(60_000), run: () => this.sweep() };
  }

  /** Takes away what is complete, a bounded number of entries at a time. */
  async sweep(): Promise<void> {
    const { journalStore, clock } = this.#deps;
    for (;;) {
      const ids = await journalStore.listComplete(clock.nowMs() - IN_PROGRESS_MS, ENTRIES_PER_UNIT);
      if (ids.length === 0) return;
      // Another process sweeps, too.
      const deletions = ids.map((id): DeleteJournalEntry => ({ op: 'issuance-journal.delete', id }));
      if (!(await storedUnaudited(deletions, this.#deps))) return;
    }
  }

  async #isWanted({ recordBeforeSigning, cryptoTokenId }: RecordingSettings): Promise<boolean> {
    if (recordBeforeSigning !== 'HARDWARE_TOKENS') return recordBeforeSigning === 'ALWAYS';
    return this.#deps.isHardwareToken(cryptoTokenId);
  }
}

type RecordingSettings = Pick<CommonCaSettings, 'recordBeforeSigning'> & WithKeys;

/** An entry that is younger may belong to an act that goes on. */
export const IN_PROGRESS_MS = 60_000;
const ENTRIES_PER_UNIT = 500;
