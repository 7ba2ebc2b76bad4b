/** Removal of parts of CRLs that were never stored because their process ended first. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ClockBelief } from '../../../kernel/clock-belief.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import { every, type Task } from '../../background/index.ts';
import { type DeleteCrlPart, PENDING, storedUnaudited, type UnauditedWritesDeps } from '../records/index.ts';

/** Key of one part. */
export type CrlPartKey = Pick<DeleteCrlPart, 'crlId' | 'part'>;

/** Search for parts without their CRL. It visits the keys of all parts, so it runs off the main thread. */
export interface AbandonedCrlParts {
  /**
   * Finds the parts of CRLs that were begun before `beforeMs`, in batches and in order, so that {@link PENDING} comes first. The next batch is read
   * after `take` has finished.
   */
  find(beforeMs: number, take: (parts: readonly CrlPartKey[]) => Promise<void>): Promise<void>;
}

export interface SweepCrlPartsDeps extends UnauditedWritesDeps {
  readonly abandoned: AbandonedCrlParts;
  readonly clockBelief: ClockBelief;
}

export class SweepCrlParts extends WithDeps<SweepCrlPartsDeps> {
  /** Task that sweeps. It runs rarely, since it visits all parts. */
  get task(): Task {
    return {
      name: 'sweep-crl-parts',
      where: 'one-per-installation',
      schedule: every(15 * 60_000),
      run: () => this.sweep(),
    };
  }

  /**
   * Deletes each part in a unit of its own, as it was stored, so that any number of parts delays no other unit.
   *
   * The age of one day is only a guess that a CRL is abandoned, and no guess is made while the clock is in doubt. The deletion of the pending row
   * decides: afterwards the parts either belong to a stored CRL, or the CRL can no longer be stored.
   */
  async sweep(): Promise<void> {
    const { abandoned, clock, clockBelief } = this.deps;
    if (clockBelief.doubt !== undefined) return;
    const notOurs = new Set<number>();
    await abandoned.find(clock.nowMs() - IN_PROGRESS_MS, async (parts) => {
      for (const key of parts) {
        if (notOurs.has(key.crlId)) continue;
        // It never became a CRL. Another process may sweep at the same time; either may delete it.
        const removal: DeleteCrlPart = { op: 'crl-part.delete', crlId: key.crlId, part: key.part };
        const removed = await storedUnaudited([removal], this.deps);
        if (!removed && key.part === PENDING) notOurs.add(key.crlId);
        await nextTurn();
      }
    });
  }
}

/** Longer than the generation of any CRL. */
const IN_PROGRESS_MS = 24 * 60 * 60_000;
