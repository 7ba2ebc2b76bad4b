/** Takes away the parts of CRLs that were never stored, because their process ended in between. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ClockBelief } from '../../../kernel/clock-belief.ts';
import { every, type Task } from '../../background/index.ts';
import { type DeleteCrlPart, PENDING, storedUnaudited, type UnauditedWritesDeps } from '../records/index.ts';

/** One part. */
export type CrlPartKey = Pick<DeleteCrlPart, 'crlId' | 'part'>;

/** Finds parts without their CRL. Visits the keys of all parts, so it runs off the main thread. */
export interface AbandonedCrlParts {
  /**
   * Finds those of CRLs that were begun before `beforeMs`, some at a time and in order, so that {@link PENDING} comes first; the next ones are
   * looked for when they have been dealt with.
   */
  find(beforeMs: number, take: (parts: readonly CrlPartKey[]) => Promise<void>): Promise<void>;
}

export interface SweepCrlPartsDeps extends UnauditedWritesDeps {
  readonly abandoned: AbandonedCrlParts;
  readonly clockBelief: ClockBelief;
}

export class SweepCrlParts {
  readonly #deps: SweepCrlPartsDeps;

  constructor(deps: SweepCrlPartsDeps) {
    this.#deps = deps;
  }

  /** Rarely needed, and it looks at all parts. */
  get task(): Task {
    return {
      name: 'sweep-crl-parts',
      where: 'one-per-installation',
      schedule: every(15 * 60_000),
      run: () => this.sweep(),
    };
  }

  /**
   * Deletes each part in a unit of its own, as it was stored: any number of them holds nobody up.
   *
   * That a CRL was begun a day ago is only a guess that it is abandoned, and none is made while the clock is not believed. What decides is who takes away
   * the row that says that it is pending: afterwards either its parts belong to a stored CRL, or it cannot be stored any more.
   */
  async sweep(): Promise<void> {
    const { abandoned, clock, clockBelief } = this.#deps;
    if (clockBelief.doubt !== undefined) return;
    const notOurs = new Set<number>();
    await abandoned.find(clock.nowMs() - IN_PROGRESS_MS, async (parts) => {
      for (const key of parts) {
        if (notOurs.has(key.crlId)) continue;
        // It never was a CRL. Another process may sweep, too, and its work is as good.
        const removal: DeleteCrlPart = { op: 'crl-part.delete', crlId: key.crlId, part: key.part };
        const removed = await storedUnaudited([removal], this.#deps);
        if (!removed && key.part === PENDING) notOurs.add(key.crlId);
        await nextTurn();
      }
    });
  }
}

/** Longer than any CRL takes. */
const IN_PROGRESS_MS = 24 * 60 * 60_000;
