import type { Clock } from '../../kernel/clock.ts';
import type { Ids } from '../../kernel/ids.ts';
import type { Random } from '../../kernel/random.ts';
import { newUnitId, type UnitOfWork, type UnitOfWorkStore, type Write } from '../../kernel/unit-of-work.ts';
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
}
