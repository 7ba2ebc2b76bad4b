/** Division of a group's writes into batches of one operation each, which does not change their effect. */
import type { UnitOfWork, Write } from '../../kernel/unit-of-work.ts';
import type { BatchedWrite } from './postgres-writes.ts';

/** Writes that run in one statement. */
export interface Batch {
  readonly write: BatchedWrite;
  readonly writes: Write[];
}

/** Operations by name. */
export type BatchedWrites = ReadonlyMap<string, BatchedWrite>;

/**
 * Returns whether a unit keeps its meaning when its writes run in the order of the operations instead of its own: writes to different
 * tables may change places, those to one table may not, nor do two that change keys go together.
 */
export function commutes(unit: UnitOfWork, known: BatchedWrites): boolean {
  const latest = new Map<string, number>();
  for (const write of unit.writes) {
    const { table, position, movesKey } = find(known, write);
    const before = latest.get(table) ?? -1;
    if (before > position || (movesKey && before === position)) return false;
    latest.set(table, position);
  }
  return true;
}

/** The writes of several units that commute, one batch per operation. */
export function batchUnits(units: readonly UnitOfWork[], known: BatchedWrites): readonly Batch[] {
  const batches = new Map<string, Batch>();
  for (const { writes } of units) {
    for (const write of writes) {
      const batch = batches.get(write.op);
      if (batch === undefined) batches.set(write.op, { write: find(known, write), writes: [write] });
      else batch.writes.push(write);
    }
  }
  return [...batches.values()].toSorted((a, b) => a.write.position - b.write.position);
}

/**
 * The writes of a unit that runs by itself, in its own order.
 *
 * @param most - maximum writes per batch. Splitting changes the lock order, so it is only for a unit that runs alone
 */
export function batchUnit(
  unit: UnitOfWork,
  known: BatchedWrites,
  most: number = Number.POSITIVE_INFINITY,
): readonly Batch[] {
  const batches: Batch[] = [];
  let changed = new Set<string>();
  for (const write of unit.writes) {
    const last = batches.at(-1);
    const { changedKey, movesKey } = find(known, write);
    const key = changedKey && JSON.stringify(changedKey(write));
    // One statement changes a row once: a second change of it needs the next.
    const joins = last?.write.op === write.op && last.writes.length < most && !movesKey;
    if (joins && !(key !== undefined && changed.has(key))) last.writes.push(write);
    else {
      batches.push({ write: find(known, write), writes: [write] });
      changed = new Set();
    }
    if (key !== undefined) changed.add(key);
  }
  return batches;
}

/** A unit in two parts, whose order does not matter. */
export interface DividedUnit {
  /** Writes that hold nobody up: rows that the unit makes in tables of which it changes no others. */
  readonly ahead: readonly Batch[];
  readonly rest: readonly Batch[];
}

/** Divides a unit that runs by itself. */
export function divideUnit(unit: UnitOfWork, known: BatchedWrites, most: number): DividedUnit {
  const changed = new Set(
    unit.writes.map((write) => find(known, write)).flatMap((of) => (of.inserts ? [] : [of.table])),
  );
  const isAhead = (write: Write) => !changed.has(find(known, write).table);
  const part = (isPart: (write: Write) => boolean) =>
    batchUnit({ ...unit, writes: unit.writes.filter(isPart) }, known, most);
  return { ahead: part(isAhead), rest: part((write) => !isAhead(write)) };
}

function find(known: BatchedWrites, { op }: Write): BatchedWrite {
  const write = known.get(op);
  if (write === undefined) throw new TypeError(`no store defines the write '${op}'`);
  return write;
}
