/**
 * The unit of work's driver for PostgreSQL: one transaction per group with one statement per operation.
 *
 * When a unit of a group fails, the group is rolled back and tried again in halves, until the one that fails stands alone. All
 * transactions are READ COMMITTED: uniqueness is an index, and what a plan expects is in the condition of its statement.
 *
 * An advisory lock guards the epoch: groups share it, and a unit that moves the epoch holds it exclusively. The epoch is read by a separate
 * statement after the lock is granted: only then does its snapshot include what the previous owner of the lock has committed.
 *
 * The statements of a group are pipelined after BEGIN, so a group needs two round trips: one for all statements, one for the commit. If the epoch turns out
 * to have moved, the group is rolled back, and the units that may be stored nevertheless are sent again.
 *
 * A large unit that moves the epoch, such as an import of thousands of documents, makes its new rows before it takes the lock, since everybody else
 * waits for as long as it has it. Nobody sees these rows before its commit, and if the epoch has moved meanwhile they are rolled back.
 */
import type { Client } from 'pg';
import { setTimeout as delay } from 'node:timers/promises';
import type { ConflictError, UnitOfWork } from '../../kernel/unit-of-work.ts';
import { STORED, type UnitOutcome, type UnitWriter } from '../engine/index.ts';
import type { WriteDefinitions } from '../sql/index.ts';
import { isOfFailedTransaction, statementFailure } from './postgres-errors.ts';
import type { PostgresLane } from './postgres-lane.ts';
import { batchWrites } from './postgres-writes.ts';
import {
  type Batch,
  type BatchedWrites,
  batchUnit,
  batchUnits,
  commutes,
  type DividedUnit,
  divideUnit,
} from './unit-batches.ts';

/** Driver that writes as many groups concurrently as it has lanes. */
export class PostgresUnitWriter implements UnitWriter {
  readonly #idle: PostgresLane[];
  readonly #writes: BatchedWrites;

  constructor(lanes: readonly PostgresLane[], definitions: WriteDefinitions) {
    this.#idle = [...lanes];
    this.#writes = batchWrites(definitions);
  }

  async write(units: readonly UnitOfWork[]): Promise<readonly UnitOutcome[]> {
    const lane = this.#idle.pop();
    if (lane === undefined) throw new RangeError('more groups at once than connections that write');
    const places = units.map((unit): Place => ({ unit, outcome: undefined }));
    try {
      for (const group of this.#split(places)) await this.#settle(lane, group, MAX_REPEATS);
    } finally {
      this.#idle.push(lane);
    }
    return places.map(({ outcome }) => outcome!);
  }

  /** Splits units into groups, in order; a unit that moves the epoch or does not commute gets its own group. */
  #split(places: readonly Place[]): readonly Place[][] {
    const groups: Place[][] = [];
    let open: Place[] | undefined;
    for (const place of places) {
      try {
        if (movesEpoch(place.unit) || !commutes(place.unit, this.#writes)) {
          groups.push([place]);
          open = undefined;
        } else if (open === undefined) groups.push((open = [place]));
        else open.push(place);
      } catch (error) {
        place.outcome = { kind: 'misfit', cause: error };
      }
    }
    return groups;
  }

  /** Sets the outcome of every place. Never rejects. */
  async #settle(lane: PostgresLane, places: readonly Place[], repeatsLeft: number): Promise<void> {
    const failure = await this.#attempt(lane, places);
    const open = places.filter(({ outcome }) => outcome === undefined);
    if (failure === undefined || open.length === 0) return;
    switch (failure.kind) {
      case 'of-a-unit':
        return this.#single(lane, open, failure.outcome);
      case 'unavailable':
        return end(open, failure.cause);
      case 'unknown':
        return this.#repeat(lane, await this.#lookUp(lane, open, failure.cause), failure.cause, repeatsLeft);
      case 'repeat':
        return this.#repeat(lane, open, failure.cause, repeatsLeft);
    }
  }

  async #repeat(lane: PostgresLane, places: readonly Place[], cause: unknown, repeatsLeft: number): Promise<void> {
    if (repeatsLeft === 0) return end(places, cause);
    if (places.length === 0) return;
    await delay((1 + MAX_REPEATS - repeatsLeft) * REPEAT_PAUSE_MS);
    await this.#settle(lane, places, repeatsLeft - 1);
  }

  /** Finds the unit that fails by halving. */
  async #single(lane: PostgresLane, places: readonly Place[], outcome: UnitOutcome): Promise<void> {
    const [first] = places;
    if (places.length === 1) {
      // A retry conflicts with its own first attempt if that was stored, at the receipt at the latest. Only a look-up tells.
      const lookUp = outcome.kind === 'conflict' ? await this.#markStored(lane, places) : ANSWERED;
      first!.outcome ??= lookUp.answered ? outcome : { kind: 'unavailable', cause: lookUp.cause };
      return;
    }
    const half = Math.ceil(places.length / 2);
    await this.#settle(lane, places.slice(0, half), MAX_REPEATS);
    await this.#settle(lane, places.slice(half), MAX_REPEATS);
  }

  /**
   * Runs one transaction. Sets the outcomes of stored and stale units, and returns the reason why the others have none.
   *
   * @param way - false where a large unit may not make its new rows before it has the lock, or statements may not be sent together
   */
  async #attempt(
    lane: PostgresLane,
    places: readonly Place[],
    { mayDivide = true, mayGoTogether = true }: { readonly mayDivide?: boolean; readonly mayGoTogether?: boolean } = {},
  ): Promise<Failure | undefined> {
    let client: Client;
    try {
      client = await lane.connect();
    } catch (error) {
      end(places, error);
      return undefined;
    }
    const progress: Progress = { op: '' };
    const divided = mayDivide ? this.#divided(places) : undefined;
    let live = places;
    try {
      if (divided !== undefined) {
        live = await this.#begin(lane, client, live, BEGIN_UNLOCKED);
        if (live.length > 0) await applyAll(sendEach(client, divided.ahead), progress);
      }
    } catch (error) {
      const failure = await afterFailedStatement(lane, client, progress.op, error);
      // Somebody else may have made the row under a newer epoch, which only the lock shows.
      return failure.kind === 'of-a-unit' ? this.#attempt(lane, places, { mayDivide: false }) : failure;
    }
    const text = divided === undefined ? beginning(places) : LOCK;
    const goTogether = mayGoTogether && text === BEGIN_SHARED;
    try {
      const together = goTogether ? this.#batches(places) : [];
      const begun = live.length > 0 ? this.#begin(lane, client, live, text) : live;
      const sent = [...sendEach(client, together)];
      live = await begun;
      if (live.length === 0) return undefined;
      // The transaction has ended.
      if (live.length < places.length) return await this.#attempt(lane, live);
      const batches = goTogether ? sent : sendEach(client, divided?.rest ?? this.#batches(live));
      const reason = await applyAll(batches, progress);
      if (reason !== undefined) {
        await rollBack(lane, client);
        return { kind: 'of-a-unit', outcome: { kind: 'conflict', op: progress.op, reason } };
      }
    } catch (error) {
      const failure = await afterFailedStatement(lane, client, progress.op, error);
      // A unit's first reason is reported, but after a failed statement a conflict of a claim is still looked for.
      const isUnsure = goTogether && places.length === 1 && failure.kind === 'of-a-unit';
      return isUnsure ? this.#attempt(lane, places, { mayGoTogether: false }) : failure;
    }
    try {
      await client.query('COMMIT');
    } catch (error) {
      // The server may have received and executed the COMMIT; a query on the same connection may never be answered.
      lane.drop(client);
      return { kind: 'unknown', cause: error };
    }
    for (const place of live) place.outcome = STORED;
    return undefined;
  }

  /** Divides a large unit that moves the epoch, if any part of it can do without the lock. */
  #divided(places: readonly Place[]): DividedUnit | undefined {
    const [{ unit }] = places as [Place];
    if (!movesEpoch(unit) || unit.writes.length <= MOST_TOGETHER) return undefined;
    const divided = divideUnit(unit, this.#writes, MOST_TOGETHER);
    return divided.ahead.length === 0 ? undefined : divided;
  }

  #batches(live: readonly Place[]): readonly Batch[] {
    const units = live.map(({ unit }) => unit);
    if (units.length > 1) return batchUnits(units, this.#writes);
    const [unit] = units as [UnitOfWork];
    return batchUnit(unit, this.#writes, movesEpoch(unit) ? MOST_TOGETHER : undefined);
  }

  /**
   * Returns the units that were planned under the epoch in force. Ends the transaction unless these are all: what others write may be on its way by then.
   *
   * @param text - statements that begin the transaction or take its lock, and read the epoch last
   */
  async #begin(lane: PostgresLane, client: Client, places: readonly Place[], text: string): Promise<readonly Place[]> {
    const results = (await client.query(text)) as unknown as {
      rows: [{ epoch: number }];
    }[];
    const { epoch } = results.at(-1)!.rows[0];
    const stale = places.filter(({ unit }) => unit.epoch !== undefined && unit.epoch !== epoch);
    if (stale.length === 0) return places;
    // A unit that has made its rows already would find its own receipt, and a transaction may have failed by them.
    await rollBack(lane, client);
    await markStored(client, stale);
    for (const place of stale) place.outcome ??= { kind: 'epoch-moved', epoch };
    return places.filter(({ outcome }) => outcome === undefined);
  }

  /**
   * Looks up the outcome of units whose COMMIT was not answered, on a new connection, and returns those that may be retried.
   *
   * The old transaction may still be in progress. Retrying a unit is safe nevertheless if it leaves a receipt: the insert of the receipt
   * waits for the old transaction and conflicts with its receipt. A unit without a receipt has to be answered as unavailable.
   */
  async #lookUp(lane: PostgresLane, places: readonly Place[], cause: unknown): Promise<readonly Place[]> {
    await this.#markStored(lane, places);
    const open = places.filter(({ outcome }) => outcome === undefined);
    end(
      open.filter(({ unit }) => !this.#leavesReceipt(unit)),
      cause,
    );
    return open.filter(({ outcome }) => outcome === undefined);
  }

  /**
   * Sets the outcome of units with a receipt; waits a few seconds for a server that is restarting. Returns whether there was an answer at
   * all: without one, no unit is known to be absent.
   */
  async #markStored(lane: PostgresLane, places: readonly Place[]): Promise<LookUp> {
    let cause: unknown;
    for (const pauseMs of [50, 200, 750, 2000, 0]) {
      let client: Client | undefined;
      try {
        client = await lane.connect();
        await markStored(client, places);
        return ANSWERED;
      } catch (error) {
        cause = error;
        if (client !== undefined) lane.drop(client);
      }
      await delay(pauseMs);
    }
    return { answered: false, cause };
  }

  #leavesReceipt(unit: UnitOfWork): boolean {
    return unit.writes.some(({ op }) => this.#writes.get(op)?.table === 'audit_record');
  }
}

/** A unit of a group, with its outcome. */
interface Place {
  readonly unit: UnitOfWork;
  outcome: UnitOutcome | undefined;
}

/** The operation that runs. */
interface Progress {
  op: string;
}

/** Result of a look-up of receipts. */
type LookUp = { readonly answered: true } | { readonly answered: false; readonly cause: unknown };

const ANSWERED: LookUp = { answered: true };

/** Why a transaction did not store its units. */
type Failure =
  /** at least one of them is to blame; when there is but one, this is its outcome */
  | { readonly kind: 'of-a-unit'; readonly outcome: UnitOutcome }
  /** nothing was stored, and it may be tried again */
  | { readonly kind: 'repeat'; readonly cause: unknown }
  /** nothing was stored, and trying again would not help */
  | { readonly kind: 'unavailable'; readonly cause: unknown }
  /** COMMIT was not answered */
  | { readonly kind: 'unknown'; readonly cause: unknown };

/** A batch that was sent; the answer is the precondition that did not hold. */
interface SentBatch {
  readonly op: string;
  readonly answer: Promise<ConflictError['reason'] | undefined>;
}

/** Sends each batch when it is its turn. */
function* sendEach(client: Client, batches: readonly Batch[]): Generator<SentBatch, void, void> {
  for (const { write, writes } of batches) {
    const answer = write.apply(client, writes);
    // Behind one that fails nobody waits for the others, which all fail.
    answer.catch(() => {});
    yield { op: write.op, answer };
  }
}

/** Returns the precondition that did not hold, of the operation that `progress` names. */
async function applyAll(
  batches: Iterable<SentBatch>,
  progress: Progress,
): Promise<ConflictError['reason'] | undefined> {
  let aborted: Error | undefined;
  for (const { op, answer } of batches) {
    progress.op = op;
    try {
      const reason = await answer;
      if (reason !== undefined && aborted === undefined) return reason;
    } catch (error) {
      // The statement that has failed is a later one.
      if (!isOfFailedTransaction(error)) throw error;
      aborted ??= error;
    }
  }
  if (aborted !== undefined) throw aborted;
  return undefined;
}

async function afterFailedStatement(lane: PostgresLane, client: Client, op: string, error: unknown): Promise<Failure> {
  const failure = statementFailure(error);
  if (failure === 'broken') {
    lane.drop(client);
    return { kind: 'repeat', cause: error };
  }
  await rollBack(lane, client);
  switch (failure) {
    case 'timeout':
      return { kind: 'unavailable', cause: error };
    case 'exists':
      return { kind: 'of-a-unit', outcome: { kind: 'conflict', op, reason: 'exists' } };
    case 'misfit':
      return { kind: 'of-a-unit', outcome: { kind: 'misfit', cause: error } };
    case 'repeat':
      break;
  }
  return { kind: 'repeat', cause: error };
}

async function rollBack(lane: PostgresLane, client: Client): Promise<void> {
  try {
    await client.query('ROLLBACK');
  } catch {
    lane.drop(client);
  }
}

async function markStored(client: Client, places: readonly Place[]): Promise<void> {
  const { rows } = await client.query<{ unit_id: string }>({
    name: 'unit-receipts',
    text: 'SELECT unit_id FROM audit_record WHERE unit_id = ANY ($1::text[])',
    values: [places.map(({ unit }) => unit.id)],
  });
  const stored = new Set(rows.map(({ unit_id: id }) => id));
  for (const place of places) if (stored.has(place.unit.id)) place.outcome = STORED;
}

function end(places: readonly Place[], cause: unknown): void {
  for (const place of places) place.outcome = { kind: 'unavailable', cause };
}

function beginning(places: readonly Place[]): string {
  return places.length === 1 && movesEpoch(places[0]!.unit) ? BEGIN_EXCLUSIVE : BEGIN_SHARED;
}

function movesEpoch({ writes }: UnitOfWork): boolean {
  return writes.some(({ op }) => op === 'epoch.move');
}

/** Any number that nothing else in the database uses for an advisory lock. */
const EPOCH_LOCK = 0x5ea1_0001;
const BEGIN = 'BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE';
const READ_EPOCH = 'SELECT epoch FROM configuration_epoch';
const BEGIN_SHARED = `${BEGIN}; SELECT pg_advisory_xact_lock_shared(${EPOCH_LOCK}); ${READ_EPOCH}`;
const LOCK = `SELECT pg_advisory_xact_lock(${EPOCH_LOCK}); ${READ_EPOCH}`;
const BEGIN_EXCLUSIVE = `${BEGIN}; ${LOCK}`;
const BEGIN_UNLOCKED = `${BEGIN}; ${READ_EPOCH}`;
const MAX_REPEATS = 3;
const REPEAT_PAUSE_MS = 10;
/** Rows per statement of a unit that moves the epoch: encoding this many takes the main thread about ten milliseconds, during which other work waits. */
const MOST_TOGETHER = 1000;
