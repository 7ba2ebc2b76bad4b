/**
 * Cleanup after a base CRL was stored: removes the notes of changes that it contains, archives certificates that no CRL has to list any more, and
 * deletes CRLs that expired long ago.
 */
import { caEvent } from '../authorities/index.ts';
import { SYSTEM, type UseCaseDeps } from '../../access/index.ts';
import { nowSeconds } from '../../../kernel/clock.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import {
  type ArchiveCertificate,
  type CrlKind,
  type CrlScope,
  type CrlStore,
  type DeleteCrl,
  type ForgetCrlChange,
  type UnsignedCrls,
  storedUnaudited,
  type UnauditedWritesDeps,
  unlessDone,
} from '../records/index.ts';
import type { IssuedCrl } from './issue-crl.ts';

export interface TidyAfterCrlDeps extends Pick<UseCaseDeps, 'audit' | 'clockBelief'>, UnauditedWritesDeps {
  readonly crls: CrlStore;
  readonly unsigned: UnsignedCrls;
  /** Receives errors of the cleanup; the next base CRL tries again. */
  readonly onFailed: (error: unknown) => void;
}

/**
 * Works in units of bounded size, each of which can fail without harm. A note that stays makes the next delta CRL longer but not wrong. An expired
 * certificate that is not archived now is still left out of the next base CRL, and archived after it.
 */
export class TidyAfterCrl extends WithDeps<TidyAfterCrlDeps> {
  /** Cleans up. Does not throw. */
  async tidy({ authority, crl, coveredUntil, content }: IssuedCrl): Promise<void> {
    const scope = { caId: authority.id, partition: crl.partition };
    try {
      await this.#forget(scope, content.changes);
      if (content.expired > 0) await this.#archive(scope, coveredUntil);
      const { retentionSeconds } = authority.settings.crl;
      if (retentionSeconds === undefined || this.deps.clockBelief.doubt !== undefined) return;
      for (const kind of KINDS) await this.#deleteEnded(scope, kind, retentionSeconds);
    } catch (error) {
      this.deps.onFailed(error);
    }
  }

  async #forget(scope: CrlScope, changes: IssuedCrl['content']['changes']): Promise<void> {
    let writes: ForgetCrlChange[] = [];
    for (const change of changes) {
      writes.push({ op: 'crl-change.forget', scope, change });
      if (writes.length < WRITES_PER_UNIT) continue;
      await storedUnaudited(writes, this.deps);
      writes = [];
    }
    if (writes.length > 0) await storedUnaudited(writes, this.deps);
  }

  async #deleteEnded(scope: CrlScope, kind: CrlKind, retentionSeconds: number): Promise<void> {
    const { audit, crls, store, clock } = this.deps;
    const endedBefore = nowSeconds(clock) - retentionSeconds;
    for (;;) {
      const ended = await crls.findEnded(scope, kind, endedBefore, CRLS_PER_UNIT);
      if (ended.length === 0) return;
      const entry = caEvent(SYSTEM, 'CRL_DELETED', scope.caId, {
        kind,
        partition: scope.partition,
        numbers: ended.map(({ number }) => number),
        endedBefore,
      });
      const writes = ended.map(({ id }): DeleteCrl => ({ op: 'crl.delete', id }));
      if (!(await unlessDone(() => store.commit(audit.unit(writes, [entry], undefined))))) return;
    }
  }

  async #archive(scope: CrlScope, endedBefore: number): Promise<void> {
    const { audit, unsigned, store, clock } = this.deps;
    await unsigned.expired(scope, endedBefore, async (ids) => {
      const writes = ids.map((id): ArchiveCertificate => ({
        op: 'certificate.archive',
        id,
        updatedMs: clock.nowMs(),
      }));
      const entry = caEvent(SYSTEM, 'CERT_CHANGEDSTATUS', scope.caId, {
        archived: ids.length,
        partition: scope.partition,
        endedBefore,
      });
      await unlessDone(() => store.commit(audit.unit(writes, [entry], undefined)));
    });
  }
}

const KINDS: readonly CrlKind[] = ['base', 'delta'];
const WRITES_PER_UNIT = 500;
/** Limit per unit, since each holds up to 192 KiB in its row. */
const CRLS_PER_UNIT = 50;
