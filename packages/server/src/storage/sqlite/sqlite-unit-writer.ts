/**
 * The unit of work's driver for SQLite: one transaction per group.
 *
 * Hardly any unit fails, and a savepoint for each would cost all of them a tenth. So a group is written without; when a unit of it fails,
 * the group is undone and written again with a savepoint for each, and that unit fails alone.
 *
 * It runs in a thread of its own, which may wait: for the disk, and for a writer in another process.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { UnitId } from '../../kernel/unit-of-work.ts';
import { STORED, unavailableReason, type UnitOutcome, type UnitReceipt } from '../engine/index.ts';
import type { ColumnValue } from '../sql/index.ts';
import { type BoundUnit, BoundValues, type BoundWrites, type WriteStatement } from './bound-writes.ts';
import {
  extendedResultCode,
  prepareSqlite,
  primaryResultCode,
  type Row,
  type SqliteStatement,
} from './sqlite-connection.ts';

/** The driver. */
export class SqliteUnitWriter {
  readonly #database: DatabaseSync;
  readonly #writes: readonly PreparedWrite[];
  readonly #begin: SqliteStatement;
  readonly #commit: SqliteStatement;
  readonly #savepoint: SqliteStatement;
  readonly #release: SqliteStatement;
  readonly #undo: SqliteStatement;
  readonly #readEpoch: SqliteStatement;
  readonly #findReceipt: SqliteStatement;
  /** The epoch as the transaction under way has it. */
  #epoch = 0;

  constructor(database: DatabaseSync, statements: readonly WriteStatement[]) {
    this.#database = database;
    this.#writes = statements.map((statement) => prepareWrite(database, statement));
    this.#begin = prepareSqlite(database, 'BEGIN IMMEDIATE');
    this.#commit = prepareSqlite(database, 'COMMIT');
    this.#savepoint = prepareSqlite(database, 'SAVEPOINT unit');
    this.#release = prepareSqlite(database, 'RELEASE unit');
    this.#undo = prepareSqlite(database, 'ROLLBACK TO unit');
    this.#readEpoch = prepareSqlite(database, 'SELECT epoch FROM configuration_epoch');
    this.#findReceipt = prepareSqlite(database, FIND_RECEIPT);
  }

  /** Gives one outcome per unit in the order of `units`. Never throws. */
  write(units: readonly BoundUnit[]): readonly UnitOutcome[] {
    try {
      this.#begin.run([]);
      const outcomes = this.#writeTogether(units);
      if (outcomes !== undefined) return outcomes;
      this.#begin.run([]);
      return this.#writeApart(units);
    } catch (error) {
      // Nothing of the group is stored, undone by SQLite already or here.
      this.#rollBack();
      return units.map(() => unavailable(error));
    }
  }

  /** Runs one statement in a transaction of its own. */
  run(sql: string, values: readonly ColumnValue[]): readonly Row[] {
    return prepareSqlite(this.#database, sql).all(values);
  }

  /**
   * @returns undefined when a unit has failed; nothing is stored then
   * @throws what ends the group: SQLite has rolled it back, or the disk or file is in no state to go on
   */
  #writeTogether(units: readonly BoundUnit[]): readonly UnitOutcome[] | undefined {
    const outcomes: UnitOutcome[] = [];
    this.#epoch = this.#storedEpoch();
    for (const unit of units) {
      const outdated = this.#outdated(unit);
      if (outdated === undefined && this.#applyAll(unit) !== undefined) {
        this.#rollBack();
        return undefined;
      }
      outcomes.push(outdated ?? STORED);
    }
    return this.#commitGroup(units, outcomes);
  }

  /** @throws what ends the group, as above */
  #writeApart(units: readonly BoundUnit[]): readonly UnitOutcome[] {
    this.#epoch = this.#storedEpoch();
    const outcomes = units.map((unit) => this.#outdated(unit) ?? this.#writeUnit(unit));
    return this.#commitGroup(units, outcomes);
  }

  #commitGroup(units: readonly BoundUnit[], outcomes: readonly UnitOutcome[]): readonly UnitOutcome[] {
    try {
      this.#commit.run([]);
      return outcomes;
    } catch (error) {
      return this.#afterFailedCommit(units, error);
    }
  }

  /** Returns the outcome of a unit that was planned under another epoch; undefined for every other one. */
  #outdated({ id, epoch }: BoundUnit): UnitOutcome | undefined {
    if (epoch === undefined || epoch === this.#epoch) return undefined;
    return this.#receipt(id) === 'stored' ? STORED : { kind: 'epoch-moved', epoch: this.#epoch };
  }

  #writeUnit(unit: BoundUnit): UnitOutcome {
    const epochBefore = this.#epoch;
    this.#savepoint.run([]);
    const failure = this.#applyAll(unit);
    if (failure === undefined) {
      this.#release.run([]);
      return STORED;
    }
    this.#undo.run([]);
    this.#release.run([]);
    this.#epoch = epochBefore;
    // A retry fails on what its first attempt has stored, at its receipt if not before.
    return failure.kind === 'conflict' && this.#receipt(unit.id) === 'stored' ? STORED : failure;
  }

  #applyAll({ parts }: BoundUnit): UnitOutcome | undefined {
    for (const part of parts) {
      const failure = this.#applyPart(part);
      if (failure !== undefined) return failure;
    }
    return undefined;
  }

  #applyPart({ writes, octets }: BoundWrites): UnitOutcome | undefined {
    const values = new BoundValues(octets);
    for (const write of writes) {
      const { op, movesEpoch, statement, apply } = this.#writes[write.statement]!;
      try {
        const reason = apply(values.of(write, statement));
        if (reason !== undefined) return { kind: 'conflict', op, reason };
        if (movesEpoch) this.#epoch++;
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
  #afterFailedCommit(units: readonly BoundUnit[], error: unknown): readonly UnitOutcome[] {
    try {
      this.#rollBack();
      return units.map(({ id }) => (this.#receipt(id) === 'stored' ? STORED : unavailable(error)));
    } catch {
      return units.map(() => unavailable(error));
    }
  }

  #receipt(id: UnitId): UnitReceipt {
    return this.#findReceipt.first([id]) === undefined ? 'absent' : 'stored';
  }

  #storedEpoch(): number {
    return this.#readEpoch.first([])!['epoch'] as number;
  }

  #rollBack(): void {
    if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
  }
}

/** Looks for the receipt of the unit whose id is its value. */
export const FIND_RECEIPT = 'SELECT 1 AS found FROM audit_record WHERE unit_id = ? LIMIT 1';

/** A statement that was prepared for the values of one operation. */
interface PreparedWrite {
  readonly op: string;
  readonly statement: WriteStatement;
  readonly movesEpoch: boolean;
  /** Says which precondition did not hold. A unique violation is thrown as SQLite throws it. */
  readonly apply: (values: readonly ColumnValue[]) => 'changed' | 'claimed' | undefined;
}

function prepareWrite(database: DatabaseSync, statement: WriteStatement): PreparedWrite {
  const { op, kind } = statement;
  return { op, statement, movesEpoch: kind === 'epoch', apply: prepareApply(database, statement) };
}

function prepareApply(database: DatabaseSync, statement: WriteStatement): PreparedWrite['apply'] {
  const prepared = prepareSqlite(database, statement.sql);
  switch (statement.kind) {
    case 'insert':
      return (values) => {
        prepared.run(values);
        return undefined;
      };
    case 'change':
    case 'epoch':
      return (values) => (prepared.run(values) === 1 ? undefined : 'changed');
    case 'expect':
      return (values) => (prepared.first(values) === undefined ? 'changed' : undefined);
    case 'claim':
      break;
  }
  const find = prepareSqlite(database, statement.find);
  return (values) => (prepared.run(values) === 1 || find.first(values) !== undefined ? undefined : 'claimed');
}

function unavailable(cause: unknown): UnitOutcome {
  // Said here: an error that goes to another thread loses its code.
  return { kind: 'unavailable', cause, reason: unavailableReason(cause) };
}

/** Failures of the disk, the file or memory: after them SQLite may have undone anything, and the next unit would fare no better. */
function endsGroup(error: unknown): boolean {
  const code = primaryResultCode(error);
  return code !== undefined && !OF_ONE_STATEMENT.has(code);
}

function isUniqueViolation(error: unknown): boolean {
  const code = extendedResultCode(error);
  if (code === TRIGGER_VIOLATION) return (error as Error).message.startsWith('UNIQUE constraint failed');
  return code !== undefined && UNIQUE_VIOLATIONS.has(code);
}

/** SQLITE_ERROR, _TOOBIG, _CONSTRAINT, _MISMATCH, _RANGE: the statement and its values are to blame. */
const OF_ONE_STATEMENT = new Set([1, 18, 19, 20, 25]);
/** SQLITE_CONSTRAINT_PRIMARYKEY, _UNIQUE, _ROWID. */
const UNIQUE_VIOLATIONS = new Set([1555, 2067, 2579]);
/** SQLITE_CONSTRAINT_TRIGGER. One that stands in for a unique index (`coverUnique`) says what SQLite says of that. */
const TRIGGER_VIOLATION = 1811;
