/** Interface of both drivers to the queue in front of them: units in, one outcome for each out, all of it plain data. */
import {
  ConflictError,
  EpochMovedError,
  StorageUnavailableError,
  type UnitId,
  type UnitOfWork,
} from '../../kernel/unit-of-work.ts';
import { unavailableReason } from './unavailable-reason.ts';

/** Outcome of one unit. Structured-cloneable, so that a writer can live in another thread. */
export type UnitOutcome =
  | { readonly kind: 'stored' }
  | { readonly kind: 'conflict'; readonly op: string; readonly reason: ConflictError['reason'] }
  | { readonly kind: 'epoch-moved'; readonly epoch: number }
  /** Nothing was stored, or nobody can tell. */
  | { readonly kind: 'unavailable'; readonly cause: unknown; readonly reason?: string | undefined }
  /** The write does not fit its table: a bug of ours. */
  | { readonly kind: 'misfit'; readonly cause: unknown };

/** Makes groups of units durable. */
export interface UnitWriter {
  /**
   * Gives one outcome per unit in the order of `units`. Never rejects.
   *
   * Called again only after the call before has ended, unless the writer has several lanes.
   */
  write(units: readonly UnitOfWork[]): Promise<readonly UnitOutcome[]>;
}

/** Presence of a unit's receipt in the audit log. */
export type UnitReceipt = 'stored' | 'absent';

/** Looks a receipt up. */
export type ReceiptLookup = (id: UnitId) => UnitReceipt | Promise<UnitReceipt>;

/** The outcome of every unit that was stored. */
export const STORED: UnitOutcome = { kind: 'stored' };

/** The error that a caller gets for an outcome, or undefined when the unit was stored. */
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
