/**
 * The unit of work's driver for SQLite: one transaction per group.
 *
 * Hardly any unit fails, and a savepoint for each would cost all of them a tenth. So a group is written without; when a unit of it fails,
 * the group is undone and written again with a savepoint for each, and that unit fails alone.
 *
 * It runs on one connection that nothing else writes with. Only the wait for a writer in another process is asynchronous; a group
 * itself runs in one go, so that a reader on the same connection never sees half of it.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseSync } from 'node:sqlite';
import type { UnitId, UnitOfWork, Write } from '../../kernel/unit-of-work.ts';
import { STORED, type UnitOutcome, type UnitReceipt, type UnitWriter } from '../unit-writer.ts';
import type { WriteDefinitions } from '../write-definition.ts';
import { prepareSqlite, primaryResultCode, extendedResultCode, type SqliteStatement } from './sqlite-connection.ts';
import { type ApplyWrite, prepareWrites } from './sqlite-writes.ts';

/** The driver. */
export class SqliteUnitWriter implements UnitWriter {
  readonly #database: DatabaseSync;
  readonly #writes: ReadonlyMap<string, ApplyWrite>;
  readonly #begin: SqliteStatement;
  readonly #commit: SqliteStatement;
  readonly #savepoint: SqliteStatement;
  readonly #release: SqliteStatement;
  readonly #undo: SqliteStatement;
  readonly #readEpoch: SqliteStatement;
  readonly #findReceipt: SqliteStatement;
  /** The epoch as the transaction under way has it. */
  #epoch = 0;

  constructor(database: DatabaseSync, definitions: WriteDefinitions) {
    this.#database = database;
    this.#writes = prepareWrites(database, definitions);
    this.#begin = prepareSqlite(database, 'BEGIN IMMEDIATE');
    this.#commit = prepareSqlite(database, 'COMMIT');
    this.#savepoint = prepareSqlite(database, 'SAVEPOINT unit');
    this.#release = prepareSqlite(database, 'RELEASE unit');
    this.#undo = prepareSqlite(database, 'ROLLBACK TO unit');
    this.#readEpoch = prepareSqlite(database, 'SELECT epoch FROM configuration_epoch');
    this.#findReceipt = prepareSqlite(database, 'SELECT 1 AS found FROM audit_record WHERE unit_id = ? LIMIT 1');
  }

  async write(units: readonly UnitOfWork[]): Promise<readonly UnitOutcome[]> {
    try {
      await waitForLock(() => this.#begin.run([]));
      const outcomes = this.#writeTogether(units);
      if (outcomes !== undefined) return outcomes;
      await waitForLock(() => this.#begin.run([]));
      return this.#writeApart(units);
    } catch (error) {
      // Whether SQLite has undone the group already or we do it here: nothing of it is stored.
      this.#rollBack();
      return units.map(() => unavailable(error));
    }
  }

  receipt(id: UnitId): UnitReceipt {
    return this.#findReceipt.first([id]) === undefined ? 'absent' : 'stored';
  }

  /**
   * @returns undefined when a unit has failed; nothing is stored then
   * @throws what ends the group: SQLite has rolled it back, or the disk or file is in no state to go on
   */
  #writeTogether(units: readonly UnitOfWork[]): readonly UnitOutcome[] | undefined {
    const outcomes: UnitOutcome[] = [];
    this.#epoch = this.#storedEpoch();
    for (const unit of units) {
      const outdated = this.#outdated(unit);
      if (outdated === undefined && this.#applyAll(unit.writes) !== undefined) {
        this.#rollBack();
        return undefined;
      }
      outcomes.push(outdated ?? STORED);
    }
    return this.#commitGroup(units, outcomes);
  }

  /** @throws what ends the group, as above */
  #writeApart(units: readonly UnitOfWork[]): readonly UnitOutcome[] {
    this.#epoch = this.#storedEpoch();
    const outcomes = units.map((unit) => this.#outdated(unit) ?? this.#writeUnit(unit));
    return this.#commitGroup(units, outcomes);
  }

  #commitGroup(units: readonly UnitOfWork[], outcomes: readonly UnitOutcome[]): readonly UnitOutcome[] {
    try {
      this.#commit.run([]);
      return outcomes;
    } catch (error) {
      return this.#afterFailedCommit(units, error);
    }
  }

  /** What becomes of a unit that was planned under another epoch; undefined for every other one. */
  #outdated({ id, epoch }: UnitOfWork): UnitOutcome | undefined {
    if (epoch === undefined || epoch === this.#epoch) return undefined;
    return this.receipt(id) === 'stored' ? STORED : { kind: 'epoch-moved', epoch: this.#epoch };
  }

  #writeUnit(unit: UnitOfWork): UnitOutcome {
    const epochBefore = this.#epoch;
    this.#savepoint.run([]);
    const failure = this.#applyAll(unit.writes);
    if (failure === undefined) {
      this.#release.run([]);
      return STORED;
    }
    this.#undo.run([]);
    this.#release.run([]);
    this.#epoch = epochBefore;
    // A retry fails on what its first attempt has stored, at its receipt if not before.
    return failure.kind === 'conflict' && this.receipt(unit.id) === 'stored' ? STORED : failure;
  }

  #applyAll(writes: readonly Write[]): UnitOutcome | undefined {
    for (const write of writes) {
      const { op } = write;
      try {
        const apply = this.#writes.get(op);
        if (apply === undefined) throw new TypeError(`no store defines the write '${op}'`);
        const reason = apply(write);
        if (reason !== undefined) return { kind: 'conflict', op, reason };
        if (apply.movesEpoch) this.#epoch++;
      } catch (error) {
        if (!this.#database.isTransaction || endsGroup(error)) throw error;
        return isUniqueViolation(error) ? { kind: 'conflict', op, reason: 'exists' } : { kind: 'misfit', cause: error };
      }
    }
    return undefined;
  }

  /**
   * A COMMIT that failed may have reached the disk: a receipt that is there proves it. One that is not there proves nothing, because
   * the frames may stand in the log and count after a crash.
   */
  #afterFailedCommit(units: readonly UnitOfWork[], error: unknown): readonly UnitOutcome[] {
    try {
      this.#rollBack();
      return units.map(({ id }) => (this.receipt(id) === 'stored' ? STORED : unavailable(error)));
    } catch {
      return units.map(() => unavailable(error));
    }
  }

  #storedEpoch(): number {
    return this.#readEpoch.first([])!['epoch'] as number;
  }

  #rollBack(): void {
    if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
  }
}

/**
 * Runs a statement that needs the write lock, again and again while another process has it.
 *
 * The waiting is done here and not in SQLite, whose own would hold the event loop.
 */
export async function waitForLock<T>(run: () => T): Promise<T> {
  for (let waitedMs = 0, pauseMs = 1; ; waitedMs += pauseMs, pauseMs = Math.min(pauseMs * 2, 50)) {
    try {
      return run();
    } catch (error) {
      if (primaryResultCode(error) !== SQLITE_BUSY || waitedMs >= MAX_LOCK_WAIT_MS) throw error;
    }
    await delay(pauseMs);
  }
}

function unavailable(cause: unknown): UnitOutcome {
  return { kind: 'unavailable', cause };
}

/** Failures of the disk, the file or memory: after them SQLite may have undone anything, and the next unit would fare no better. */
function endsGroup(error: unknown): boolean {
  const code = primaryResultCode(error);
  return code !== undefined && !OF_ONE_STATEMENT.has(code);
}

function isUniqueViolation(error: unknown): boolean {
  const code = extendedResultCode(error);
  return code !== undefined && UNIQUE_VIOLATIONS.has(code);
}

const SQLITE_BUSY = 5;
const MAX_LOCK_WAIT_MS = 5000;
/** SQLITE_ERROR, _TOOBIG, _CONSTRAINT, _MISMATCH, _RANGE: the statement and its values are to blame. */
const OF_ONE_STATEMENT = new Set([1, 18, 19, 20, 25]);
/** SQLITE_CONSTRAINT_PRIMARYKEY, _UNIQUE, _ROWID. */
const UNIQUE_VIOLATIONS = new Set([1555, 2067, 2579]);
