import type { Clock } from '../../kernel/clock.ts';
import type { Ids } from '../../kernel/ids.ts';
import type { Random } from '../../kernel/random.ts';
import { newUnitId, type UnitOfWork, type UnitOfWorkStore, type Write } from '../../kernel/unit-of-work.ts';
import { AppError } from '../../kernel/errors.ts';
import { auditWrites, type AuditEntry } from './audit-record.ts';

/** What the audit log is made of. */
export interface AuditLogDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
  readonly store: UnitOfWorkStore;
}

/** Puts records into units: an act and its record become durable together. */
export class AuditLog {
  readonly #deps: AuditLogDeps;

  constructor(deps: AuditLogDeps) {
    this.#deps = deps;
  }

  /** The unit of an act: its writes and the records that tell of it. At least one entry, for it is also the unit's receipt. */
  unit(
    writes: readonly Write[],
    entries: readonly [AuditEntry, ...AuditEntry[]],
    epoch: number | undefined,
  ): UnitOfWork {
    const id = newUnitId(this.#deps.clock, this.#deps.random);
    return { id, epoch, writes: [...writes, ...auditWrites(entries, id, this.#deps)] };
  }

  /** Stores the record of an act that changed nothing else, above all of one that was refused. */
  async record(entry: AuditEntry): Promise<void> {
    await this.#deps.store.commit(this.unit([], [entry], undefined));
  }

  /**
   * Runs an act, and records it as failed when it is refused.
   *
   * A missing right is not recorded here: access control has done it. Neither is a database that takes nothing.
   */
  async recordingRefusal<T>(entry: Omit<AuditEntry, 'outcome'>, act: () => Promise<T>): Promise<T> {
    try {
      return await act();
    } catch (error) {
      if (error instanceof AppError && isRefusal(error)) {
        const details = { ...entry.details, refusal: error.code };
        await this.record({ ...entry, outcome: 'FAILURE', details });
      }
      throw error;
    }
  }
}

function isRefusal({ kind, code }: AppError): boolean {
  return kind !== 'forbidden' && kind !== 'unauthenticated' && !code.startsWith('storage.');
}
