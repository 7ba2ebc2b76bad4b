import { hash } from 'node:crypto';
import type { Clock } from '../../kernel/clock.ts';
import { networkOf } from '../audit/index.ts';
import { TooManyPasswordsError } from './errors.ts';

/** Number of wrong passwords that cost nothing, and the longest wait. */
export interface PasswordLimits {
  /** In a row, for a user from one address. */
  readonly wrongPasswordsPerUser: number;
  /** For all users together, from one address. */
  readonly wrongPasswordsPerAddress: number;
  readonly longestPasswordWaitSeconds: number;
}

/**
 * Slows the guessing of passwords down. After some wrong ones in a row for a user from one address, each further one has to wait:
 * 1 s, 2 s, 4 s and so on.
 *
 * Counted by address, since a user whom others could lock out is none, and in the memory of this process: a row for each name that somebody
 * invents would let anybody fill the database. IPv6 addresses count by network.
 *
 * All the wrong ones from an address count as well, and half of them are forgotten every five minutes: after some more, users with wrong ones of
 * their own wait up to a minute. Others share the address through a proxy and wait for nobody, unless two hundred users were tried: then
 * each wrong one has everybody wait for a second.
 */
export class PasswordAttempts {
  readonly #clock: Clock;
  readonly #limits: () => Promise<PasswordLimits>;
  /** Both in the order of the last attempt that was wrong. */
  readonly #byUser = new Map<string, { readonly count: number; readonly notBeforeMs: number }>();
  readonly #byNetwork = new Map<string, WrongFromNetwork>();

  /** @param clock - one that nobody sets, so that a change of the time of day shortens no wait */
  constructor(clock: Clock, limits: () => Promise<PasswordLimits>) {
    this.#clock = clock;
    this.#limits = limits;
  }

  /**
   * Looks at a password when it is its turn. Names of users that do not exist count like any other.
   *
   * @param user - a name that is unique to the user: of a worker and a user
   * @throws {@link TooManyPasswordsError} without looking at it
   */
  async check(user: string, remoteAddress: string, isRight: () => boolean): Promise<boolean> {
    const limits = await this.#limits();
    const network = networkOf(remoteAddress);
    // A name is as long as a client likes.
    const ofUser = hash('sha256', `${network} ${user}`);
    const waitMs = this.#notBeforeMs(ofUser, network) - this.#clock.nowMs();
    if (waitMs > 0) throw new TooManyPasswordsError(Math.ceil(waitMs / 1000));
    if (isRight()) {
      this.#byUser.delete(ofUser);
      return true;
    }
    this.#countForNetwork(network, limits, !this.#byUser.has(ofUser));
    this.#countForUser(ofUser, limits);
    return false;
  }

  #notBeforeMs(ofUser: string, network: string): number {
    const own = this.#byUser.get(ofUser);
    const shared = this.#byNetwork.get(network);
    if (own === undefined) return shared?.anybodyNotBeforeMs ?? 0;
    return Math.max(own.notBeforeMs, shared?.notBeforeMs ?? 0, shared?.anybodyNotBeforeMs ?? 0);
  }

  #countForUser(ofUser: string, { wrongPasswordsPerUser, longestPasswordWaitSeconds }: PasswordLimits): void {
    const count = (this.#byUser.get(ofUser)?.count ?? 0) + 1;
    const notBeforeMs = this.#clock.nowMs() + delayMs(count - wrongPasswordsPerUser, longestPasswordWaitSeconds * 1000);
    remember(this.#byUser, ofUser, { count, notBeforeMs });
  }

  #countForNetwork(network: string, limits: PasswordLimits, isFirstOfUser: boolean): void {
    const { wrongPasswordsPerAddress, longestPasswordWaitSeconds } = limits;
    const nowMs = this.#clock.nowMs();
    const before = this.#byNetwork.get(network) ?? { count: 0, users: 0, countedMs: nowMs };
    const left = 0.5 ** (Math.max(nowMs - before.countedMs, 0) / HALF_LIFE_MS);
    const count = before.count * left + 1;
    const users = before.users * left + (isFirstOfUser ? 1 : 0);
    const longestMs = Math.min(longestPasswordWaitSeconds * 1000, MAX_NETWORK_DELAY_MS);
    const notBeforeMs = nowMs + delayMs(count - wrongPasswordsPerAddress, longestMs);
    const anybodyNotBeforeMs = users < VERY_MANY_USERS ? 0 : nowMs + FIRST_DELAY_MS;
    remember(this.#byNetwork, network, { count, users, countedMs: nowMs, notBeforeMs, anybodyNotBeforeMs });
  }
}

/** Numbers as they were at `countedMs`. */
interface WrongFromNetwork {
  readonly count: number;
  /** For how many users. */
  readonly users: number;
  readonly countedMs: number;
  /** For users with wrong ones of their own. */
  readonly notBeforeMs: number;
  readonly anybodyNotBeforeMs: number;
}

/** @param beyond - how many more there were than are free, from 0 on */
function delayMs(beyond: number, mostMs: number): number {
  return beyond < 0 ? 0 : Math.min(FIRST_DELAY_MS * 2 ** beyond, mostMs);
}

function remember<T>(wrong: Map<string, T>, key: string, value: T): void {
  // Deleted first: the map stays in order, and the oldest goes when there are very many.
  wrong.delete(key);
  if (wrong.size >= MAX_REMEMBERED) wrong.delete(wrong.keys().next().value!);
  wrong.set(key, value);
}

const VERY_MANY_USERS = 200;
const FIRST_DELAY_MS = 1000;
const MAX_NETWORK_DELAY_MS = 60_000;
const HALF_LIFE_MS = 300_000;
const MAX_REMEMBERED = 20_000;
