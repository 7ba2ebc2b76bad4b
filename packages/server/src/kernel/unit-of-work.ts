/**
 * A state change as data: what a plan decided, handed to storage to become durable as a whole or not at all.
 *
 * A unit is structured-cloneable (no functions, no handles), so that it can cross to another thread or process.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from './clock.ts';
import { AppError, appError } from './errors.ts';
import type { Random } from './random.ts';

/**
 * One write. `op` names it, such as `certificate.insert`; the module that owns the operation declares its other members and
 * storage knows the table that it goes to.
 */
export interface Write {
  readonly op: string;
}

/** All writes of one act, its audit records among them. */
export interface UnitOfWork {
  /** Stored with the first audit record under a unique index: a retry never applies a unit twice. */
  readonly id: UnitId;
  /** The configuration epoch that the plan was made under, or undefined when it depends on no configuration. */
  readonly epoch: number | undefined;
  readonly writes: readonly Write[];
}

declare const unitId: unique symbol;

/** 32 hex digits: 48 bits of time, 80 of randomness. The time only keeps the index in order. */
export type UnitId = string & { readonly [unitId]: true };

/** Makes the id of a new unit. */
export function newUnitId(clock: Clock, random: Random): UnitId {
  return (clock.nowMs().toString(16).padStart(12, '0') + random.bytes(10).toHex()) as UnitId;
}

/** Store that makes units durable. */
export interface UnitOfWorkStore {
  /**
   * Makes the unit durable; on return it survives the loss of power.
   *
   * Waiting units are committed in groups, and one that fails fails alone.
   *
   * @param plannedForMs - the time that its plan took, and that another attempt would take
   * @throws {@link ConflictError} when a row that the unit inserts exists, or one that it changes is not as it expected
   * @throws {@link EpochMovedError} when the configuration has changed since the plan was made
   * @throws {@link StorageUnavailableError} when nothing was stored, or when it cannot be known whether it was
   */
  commit(unit: UnitOfWork, plannedForMs?: number): Promise<void>;
}

/** A precondition of a unit no longer holds; nothing of it was stored. */
export class ConflictError extends appError('conflict', 'storage.conflict') {
  /** The write that failed. */
  readonly op: string;
  readonly reason: 'exists' | 'changed' | 'claimed';

  constructor(op: string, reason: ConflictError['reason']) {
    super('The object was changed by somebody else at the same time. Repeat the request.', { context: { op, reason } });
    this.op = op;
    this.reason = reason;
  }
}

/** The configuration has moved since the unit was planned; nothing of it was stored. Plan again. */
export class EpochMovedError extends appError('conflict', 'storage.epoch_moved') {
  readonly epoch: number;

  /** @param epoch - the epoch in force */
  constructor(epoch: number) {
    super('The configuration was changed at the same time. Repeat the request.', { context: { epoch } });
    this.epoch = epoch;
  }
}

/** The database did not take the unit, or did not say whether it did. */
export class StorageUnavailableError extends AppError {
  override readonly kind = 'unavailable';
  override readonly code: 'storage.unavailable' | 'storage.commit_queue_full';

  /** @param options - `reason`: why, in words that the caller may read */
  constructor({
    code = 'storage.unavailable',
    reason,
    ...options
  }: ErrorOptions & { readonly code?: StorageUnavailableError['code']; readonly reason?: string | undefined } = {}) {
    super(
      `The database is not available${reason === undefined ? '' : `: ${reason}`}. Repeat the request later.`,
      options,
    );
    this.code = code;
  }
}

/** Result of a plan: the unit to commit and what to answer once it is durable. */
export interface Plan<T> {
  readonly unit: UnitOfWork;
  readonly result: T;
}

/**
 * Plans and commits, and plans again when a precondition or the configuration changed in between; in the end the conflict is the
 * answer.
 *
 * Before it plans again after a conflict it waits for a random time that grows. Callers of one process queue for a row, those of
 * several processes do not: without the wait they would plan, sign and lose in step, and a process that lost once would go on losing to
 * those that never stop.
 *
 * @param plan - reads, decides and signs; called anew for every attempt, told why the one before failed
 * @param pause - waits for some milliseconds; a test's own does not
 */
export async function planAndCommit<T>(
  plan: (previous: ConflictError | EpochMovedError | undefined) => Promise<Plan<T>>,
  store: UnitOfWorkStore,
  pause: (milliseconds: number) => Promise<unknown> = sleep,
): Promise<T> {
  let previous: ConflictError | EpochMovedError | undefined;
  for (let attempt = 1; ; attempt++) {
    const startedMs = performance.now();
    const { unit, result } = await plan(previous);
    try {
      await store.commit(unit, performance.now() - startedMs);
      return result;
    } catch (error) {
      if (!isRepeatable(error) || attempt === MAX_ATTEMPTS) throw error;
      previous = error;
    }
    if (previous instanceof ConflictError) await pause(pauseAfter(attempt));
  }
}

/** A claim of another owner stays theirs: planning again would only sign in vain. */
function isRepeatable(error: unknown): error is ConflictError | EpochMovedError {
  return error instanceof EpochMovedError || (error instanceof ConflictError && error.reason !== 'claimed');
}

/** Returns a random pause. Guessing it gains nothing, so it need not be cryptographically strong. */
function pauseAfter(attempt: number): number {
  return Math.random() * Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), LONGEST_PAUSE_MS);
}

/** Two processes that contend for one row without a break lose every second attempt: all of these once in 65,536 acts. */
const MAX_ATTEMPTS = 16;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 250;
