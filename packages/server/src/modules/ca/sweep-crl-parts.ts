/** Takes away the parts of CRLs that were never stored, because their process ended in between. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../kernel/clock.ts';
import type { Random } from '../../kernel/random.ts';
import { ConflictError, newUnitId, type UnitOfWorkStore } from '../../kernel/unit-of-work.ts';
import type { DeleteCrlPart } from './crl-record.ts';

/** One part. */
export type CrlPartKey = Pick<DeleteCrlPart, 'crlId' | 'part'>;

/** Finds parts without their CRL. Visits the keys of all parts, so it runs off the main thread. */
export interface AbandonedCrlParts {
  /** Those that were stored before `beforeMs`, some at a time; the next ones are looked for when they have been dealt with. */
  find(beforeMs: number, take: (parts: readonly CrlPartKey[]) => Promise<void>): Promise<void>;
}

export interface SweepCrlPartsDeps {
  readonly abandoned: AbandonedCrlParts;
  readonly store: UnitOfWorkStore;
  readonly clock: Clock;
  readonly random: Random;
}

export class SweepCrlParts {
  readonly #deps: SweepCrlPartsDeps;

  constructor(deps: SweepCrlPartsDeps) {
    this.#deps = deps;
  }

  /** Each part in a unit of its own, as it was stored: any number of them holds nobody up. */
  async sweep(): Promise<void> {
    const { abandoned, clock } = this.#deps;
    await abandoned.find(clock.nowMs() - IN_PROGRESS_MS, async (parts) => {
      for (const part of parts) {
        await this.#remove(part);
        await nextTurn();
      }
    });
  }

  /** Without an audit record: it never was a CRL. Another process may sweep, too, and its work is as good. */
  async #remove({ crlId, part }: CrlPartKey): Promise<void> {
    const { store, clock, random } = this.#deps;
    const write: DeleteCrlPart = { op: 'crl-part.delete', crlId, part };
    try {
      await store.commit({ id: newUnitId(clock, random), epoch: undefined, writes: [write] });
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
    }
  }
}

/** A part that is younger may be of a CRL that is being made, also when another machine's clock is hours behind: a day. */
const IN_PROGRESS_MS = 24 * 60 * 60_000;
