import type { Clock } from '../../kernel/clock.ts';
import type { Ids } from '../../kernel/ids.ts';
import type { Random } from '../../kernel/random.ts';
import {
  ConflictError,
  newUnitId,
  type UnitId,
  type UnitOfWork,
  type UnitOfWorkStore,
  type Write,
} from '../../kernel/unit-of-work.ts';
import { AppError } from '../../kernel/errors.ts';
import { Pace } from '../../kernel/tasks/pace.ts';
import { WithDeps } from '../../kernel/with-deps.ts';
import { auditWrite, auditWrites, type AuditEntry } from './audit-record.ts';

/** Dependencies of the audit log. */
export interface AuditLogDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
  readonly store: UnitOfWorkStore;
}

/** Puts records into units: an act and its record become durable together. */
export class AuditLog extends WithDeps<AuditLogDeps> {
  /** The unit of an act: its writes and the records that tell of it. At least one entry, for it is also the unit's receipt. */
  unit(
    writes: readonly Write[],
    entries: readonly [AuditEntry, ...AuditEntry[]],
    epoch: number | undefined,
  ): UnitOfWork {
    const id = newUnitId(this.deps.clock, this.deps.random);
    return { id, epoch, writes: [...writes, ...auditWrites(entries, id, this.deps)] };
  }

  /** As {@link unit}, for an act with many records: others get their turn while they are made. */
  async largeUnit(
    writes: readonly Write[],
    entries: readonly [AuditEntry, ...AuditEntry[]],
    epoch: number | undefined,
  ): Promise<UnitOfWork> {
    const { clock, ids, random } = this.deps;
    const [id, timeMs] = [newUnitId(clock, random), clock.nowMs()];
    const pace = new Pace();
    const all: Write[] = [...writes];
    for (const [unitIndex, entry] of entries.entries()) {
      await pace.step();
      all.push(auditWrite(entry, { unitId: id, unitIndex, timeMs }, ids));
    }
    return { id, epoch, writes: all };
  }

  /** Stores the record of an act that changed nothing else, above all of one that was refused. */
  async record(entry: AuditEntry): Promise<void> {
    await this.deps.store.commit(this.unit([], [entry], undefined));
  }

  /**
   * Settles what became of a unit whose commit was not answered and is not tried again: `entry` takes the place of its first record, the receipt, so that the unit
   * is not stored any more, however late; unless it was. Not finding the receipt would prove nothing.
   *
   * @param unitId - of a unit of this log
   * @param entry - says that the act failed
   * @returns `stored` also, wrongly, when the commit of the entry is not answered in its turn and repeated
   * @throws {StorageUnavailableError} while nobody can tell
   */
  async settle(unitId: UnitId, entry: AuditEntry): Promise<'stored' | 'refused'> {
    const id = newUnitId(this.deps.clock, this.deps.random);
    try {
      await this.deps.store.commit({ id, epoch: undefined, writes: auditWrites([entry], unitId, this.deps) });
      return 'refused';
    } catch (error) {
      if (error instanceof ConflictError) return 'stored';
      throw error;
    }
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
