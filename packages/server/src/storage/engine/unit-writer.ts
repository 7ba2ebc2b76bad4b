/** Interface between the queue and both drivers: units of work in, one outcome for each out, all of it plain data. */
import { ConflictError, EpochMovedError, StorageUnavailableError, type UnitOfWork } from '../../kernel/unit-of-work.ts';
import { unavailableReason } from './unavailable-reason.ts';

/** Outcome of one unit. Structured-cloneable, so that a writer can live in another thread. */
export type UnitOutcome =
  | { readonly kind: 'stored' }
  | { readonly kind: 'conflict'; readonly op: string; readonly reason: ConflictError['reason'] }
  | { readonly kind: 'epoch-moved'; readonly epoch: number }
  /** Nothing was stored, or the result is unknown. */
  | { readonly kind: 'unavailable'; readonly cause: unknown; readonly reason?: string | undefined }
  /** The write does not fit its table: a bug of ours. */
  | { readonly kind: 'misfit'; readonly cause: unknown };

/** Writer that makes groups of units durable. */
export interface UnitWriter {
  /**
   * Returns one outcome per unit in the order of `units`. Never rejects.
   *
   * Called again only after the previous call has ended, unless the writer has several lanes.
   */
  write(units: readonly UnitOfWork[]): Promise<readonly UnitOutcome[]>;
}

/** Presence of a unit's receipt in the audit log. */
export type UnitReceipt = 'stored' | 'absent';

/** The outcome of every unit that was stored. */
export const STORED: UnitOutcome = { kind: 'stored' };

/** Returns the caller's error for an outcome; undefined when the unit was stored. */
export function outcomeError(outcome: UnitOutcome): Error | undefined {
  switch (outcome.kind) {
    case 'stored':
      return undefined;
    case 'conflict':
      return new ConflictError(outcome.op, outcome.reason);
    case 'epoch-moved':
      return new EpochMovedError(outcome.epoch);
    case 'unavailable':
      return new StorageUnavailableError({
        cause: outcome.cause,
        reason: outcome.reason ?? unavailableReason(outcome.cause),
      });
    case 'misfit':
      break;
  }
  return new TypeError('a write does not fit its table', { cause: outcome.cause });
}
