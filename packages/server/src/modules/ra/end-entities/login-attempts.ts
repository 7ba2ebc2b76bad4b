/** Login attempts of end entities whose profile limits them. They are stored with the end entity, so the limit applies across processes. */
import { setTimeout as sleep } from 'node:timers/promises';
import { KeyedQueue } from '../../../kernel/tasks/keyed-queue.ts';
import { ConflictError, newUnitId } from '../../../kernel/unit-of-work.ts';
import type { UseCaseDeps } from '../../access/index.ts';
import type { Actor } from '../../audit/index.ts';
import { type KeptKeyStore, planUnmark } from '../../key-recovery/index.ts';
import { END_ENTITY_STATUS, type EndEntity, type EndEntityStore, type UpdateEndEntity } from './end-entity.ts';
import { changeStatus, mayEnroll } from './end-entity-status.ts';
import { loginCounter, UNLIMITED } from './extended-information.ts';

export interface LoginAttemptsDeps extends Pick<UseCaseDeps, 'audit' | 'clock' | 'random' | 'store'> {
  readonly endEntities: EndEntityStore;
  readonly keptKeys: Pick<KeptKeyStore, 'findMarked'>;
}

export class LoginAttempts {
  readonly #deps: LoginAttemptsDeps;
  readonly #pause: (milliseconds: number) => Promise<unknown>;
  /** Queue per end entity, since its attempts change the same row. */
  readonly #byEndEntity = new KeyedQueue();

  /** @param pause - waits for some milliseconds; tests replace it */
  constructor(deps: LoginAttemptsDeps, pause: (milliseconds: number) => Promise<unknown> = sleep) {
    this.#deps = deps;
    this.#pause = pause;
  }

  /**
   * Checks a password as one login attempt. The attempt is counted before the check, so that a crash does not save it and concurrent attempts cannot
   * exceed the limit. A right password resets the counter; the last wrong one makes the end entity GENERATED.
   *
   * @param renewable - true if the profile lets the end entity renew its certificate itself
   * @returns true if the attempt was allowed and the password was right
   */
  run(
    endEntity: EndEntity,
    { actor, renewable }: { readonly actor: Actor; readonly renewable: boolean },
    isRight: (endEntity: EndEntity) => Promise<boolean>,
  ): Promise<boolean> {
    const { id, username, extended } = endEntity;
    if (loginCounter(extended).maximum === UNLIMITED) return isRight(endEntity);
    return this.#byEndEntity.run(String(id), async () => {
      const find = async () => enrolling(await this.#deps.endEntities.findByUsername(username), id, renewable);
      const claimed = await this.#claim(find);
      if (claimed === 'stuck') {
        await this.#exhaust(find, actor, renewable);
        return false;
      }
      if (claimed === undefined) return false;
      if (await isRight(claimed)) return this.#giveBack(find);
      await this.#exhaust(find, actor, renewable);
      return false;
    });
  }

  /**
   * Takes an attempt from the end entity.
   *
   * @returns the end entity after that; undefined if it cannot enroll; `stuck` if it has no attempt left and the process that took the last one ended
   *   before it stored the result
   */
  async #claim(find: Find): Promise<EndEntity | 'stuck' | undefined> {
    const { clock } = this.#deps;
    let waiting: { readonly version: number; readonly sinceMs: number } | undefined;
    for (;;) {
      const current = await find();
      if (current === undefined) return undefined;
      const { maximum, remaining } = loginCounter(current.extended);
      if (maximum === UNLIMITED) return current;
      if (maximum === 0 || (remaining <= 0 && !mayEnroll(current.status))) return undefined;
      const claimed = remaining > 0 ? await this.#stored(current, remaining - 1) : undefined;
      if (claimed !== undefined) return claimed;
      // Another process is making the last attempt, and gives it back if the password is right.
      if (waiting?.version !== current.version) waiting = { version: current.version, sinceMs: clock.nowMs() };
      else if (Math.abs(clock.nowMs() - waiting.sinceMs) > STUCK_AFTER_MS) return 'stuck';
      await this.#pause(Math.random() * PAUSE_MS);
    }
  }

  /** Resets the counter. @returns false if the end entity can no longer enroll */
  async #giveBack(find: Find): Promise<boolean> {
    for (;;) {
      const current = await find();
      if (current === undefined) return false;
      const { maximum, remaining } = loginCounter(current.extended);
      if (remaining >= maximum || (await this.#stored(current, maximum)) !== undefined) return true;
      await this.#pause(Math.random() * PAUSE_MS);
    }
  }

  /** Makes an end entity without attempts left GENERATED, after which it cannot recover a key either. */
  async #exhaust(find: Find, actor: Actor, renewable: boolean): Promise<void> {
    const { audit, clock, keptKeys, store } = this.#deps;
    for (;;) {
      const current = await find();
      if (current === undefined || loginCounter(current.extended).remaining !== 0) return;
      if (!mayEnroll(current.status)) return;
      const change = changeStatus(current, END_ENTITY_STATUS.GENERATED, { nowMs: clock.nowMs(), renewable });
      const { username, caId } = current;
      const details = { status: 'GENERATED', refusal: 'no login attempts left' };
      const entry = { event: 'CA_USERAUTH', outcome: 'FAILURE', actor, caId, username, details } as const;
      const unmark = change.unmarksKeyRecovery ? await planUnmark(keptKeys, current.id) : [];
      const unit = audit.unit([updateOf(change.endEntity, current), ...unmark], [entry], undefined);
      if (await isStored(() => store.commit(unit))) return;
      await this.#pause(Math.random() * PAUSE_MS);
    }
  }

  /** Stores the number of attempts left, without an audit record since it is only a counter. @returns undefined after a conflict */
  async #stored(current: EndEntity, remaining: number): Promise<EndEntity | undefined> {
    const { clock, random, store } = this.#deps;
    const extended = { ...current.extended, logins: { ...loginCounter(current.extended), remaining } };
    const endEntity = { ...current, extended, version: current.version + 1 };
    const unit = { id: newUnitId(clock, random), epoch: undefined, writes: [updateOf(endEntity, current)] };
    return (await isStored(() => store.commit(unit))) ? endEntity : undefined;
  }
}

/** Reads the present end entity; undefined if it can no longer enroll. */
type Find = () => Promise<EndEntity | undefined>;

function enrolling(endEntity: EndEntity | undefined, id: number, renewable: boolean): EndEntity | undefined {
  if (endEntity?.id !== id) return undefined;
  const { status } = endEntity;
  return mayEnroll(status) || (renewable && status === END_ENTITY_STATUS.GENERATED) ? endEntity : undefined;
}

function updateOf(endEntity: EndEntity, { version }: EndEntity): UpdateEndEntity {
  return { op: 'end-entity.update', endEntity, expectedVersion: version };
}

async function isStored(commit: () => Promise<void>): Promise<boolean> {
  try {
    await commit();
    return true;
  } catch (error) {
    if (error instanceof ConflictError) return false;
    throw error;
  }
}

const PAUSE_MS = 20;
/** Much longer than a password check under load. */
const STUCK_AFTER_MS = 10_000;
