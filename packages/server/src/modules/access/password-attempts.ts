import { hash } from 'node:crypto';
import { Turns } from '../../kernel/tasks/turns.ts';
import { networkOf } from '../../kernel/client-network.ts';
import { TooManyPasswordsError } from './errors.ts';

/** Number of wrong passwords that cost nothing, and the longest wait. */
export interface PasswordLimits {
  /** Consecutive wrong passwords for one user from one address. */
  readonly wrongPasswordsPerUser: number;
  /** Wrong passwords from one address, for all users together. */
  readonly wrongPasswordsPerAddress: number;
  readonly longestPasswordWaitSeconds: number;
}

/** A number of wrong passwords as it was at a moment, or from when on the next may be tried. */
export interface CountedPasswords {
  /** Wrong passwords, or users with wrong passwords; rounded to a thousandth. */
  readonly amount: number;
  readonly atMs: number;
}

/** Counts wrong passwords for all processes of an installation, by the clock of the database. Nothing is written for one that is right and has no wrong ones before it. */
export interface WrongPasswords {
  /** @param keys - any texts; one that nothing is counted for is not in the answer */
  find(
    keys: readonly string[],
  ): Promise<{ readonly nowMs: number; readonly counted: ReadonlyMap<string, CountedPasswords> }>;
  /**
   * Counts anew.
   *
   * @param before - as it was found
   * @returns false, and does nothing, when another process has counted since
   */
  replace(key: string, before: CountedPasswords | undefined, after: CountedPasswords): Promise<boolean>;
  forget(key: string): Promise<void>;
}

/**
 * Slows the guessing of passwords down. After some wrong ones in a row for a user from one address, each further one has to wait:
 * 1 s, 2 s, 4 s and so on.
 *
 * Counted by address, since a user could be locked out by others, and for all processes together: with N of them nobody has N times the
 * guesses. IPv6 addresses count by network.
 *
 * All the wrong ones from an address count as well, and half of them are forgotten every five minutes: after some more, users with wrong ones of
 * their own wait up to a minute. Others share the address through a proxy and wait for nobody, unless two hundred users were tried: then
 * each wrong one has everybody wait for a second.
 *
 * An attempt of a user with wrong ones counts as wrong from before it is looked at, so no two processes grant the same one. Of a user without,
 * as many are looked at at once in each process as are free.
 */
export class PasswordAttempts {
  readonly #store: WrongPasswords;
  readonly #limits: () => Promise<PasswordLimits>;
  /** Attempts under way, by key of the user. */
  readonly #underWay = new Map<string, { readonly turns: Turns; number: number }>();

  constructor(store: WrongPasswords, limits: () => Promise<PasswordLimits>) {
    this.#store = store;
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
    const keys = keysOf(user, networkOf(remoteAddress));
    const underWay = this.#underWay.get(keys.ofUser) ?? {
      turns: new Turns(Math.max(limits.wrongPasswordsPerUser, 1)),
      number: 0,
    };
    this.#underWay.set(keys.ofUser, underWay);
    underWay.number += 1;
    try {
      return await underWay.turns.run(() => this.#check(keys, limits, isRight));
    } finally {
      underWay.number -= 1;
      if (underWay.number === 0) this.#underWay.delete(keys.ofUser);
    }
  }

  async #check(keys: Keys, limits: PasswordLimits, isRight: () => boolean): Promise<boolean> {
    for (;;) {
      const { nowMs, counted } = await this.#store.find([keys.ofUser, keys.ofNetwork, keys.usersOfNetwork]);
      const waitMs = notBeforeMs(keys, counted, limits) - nowMs;
      if (waitMs > 0) throw new TooManyPasswordsError(Math.ceil(waitMs / 1000));
      const own = counted.get(keys.ofUser);
      // Another process has made an attempt meanwhile: this one may have to wait by now.
      if (own !== undefined && !(await this.#store.replace(keys.ofUser, own, oneMoreOfUser(own, nowMs, limits))))
        continue;
      if (isRight()) {
        // The password was right, whether that is noted or not.
        if (own !== undefined) await this.#store.forget(keys.ofUser).catch(() => undefined);
        return true;
      }
      if (own === undefined) await this.#count(keys.ofUser, (before, atMs) => oneMoreOfUser(before, atMs, limits));
      await this.#count(keys.ofNetwork, (before, atMs) => oneMoreWithTime(before, atMs));
      if (own === undefined) await this.#count(keys.usersOfNetwork, (before, atMs) => oneMoreWithTime(before, atMs));
      return false;
    }
  }

  async #count(
    key: string,
    oneMore: (before: CountedPasswords | undefined, nowMs: number) => CountedPasswords,
  ): Promise<void> {
    for (;;) {
      const { nowMs, counted } = await this.#store.find([key]);
      const before = counted.get(key);
      if (await this.#store.replace(key, before, oneMore(before, nowMs))) return;
    }
  }
}

/** The keys under which the passwords of a user are counted. A name is as long as a client likes. */
function keysOf(user: string, network: string) {
  const hashed = hash('sha256', network);
  return {
    ofUser: `${PASSWORD_LOCKS}user ${hash('sha256', `${network} ${user}`)}`,
    ofNetwork: `${PASSWORD_LOCKS}network ${hashed}`,
    usersOfNetwork: `${PASSWORD_LOCKS}users ${hashed}`,
  };
}

type Keys = ReturnType<typeof keysOf>;

function notBeforeMs(
  { ofUser, ofNetwork, usersOfNetwork }: Keys,
  counted: ReadonlyMap<string, CountedPasswords>,
  { wrongPasswordsPerAddress, longestPasswordWaitSeconds }: PasswordLimits,
): number {
  const [own, network, users] = [counted.get(ofUser), counted.get(ofNetwork), counted.get(usersOfNetwork)];
  const anybody = network === undefined || (users?.amount ?? 0) < VERY_MANY_USERS ? 0 : network.atMs + FIRST_DELAY_MS;
  if (own === undefined || network === undefined) return Math.max(own?.atMs ?? 0, anybody);
  const longestMs = Math.min(longestPasswordWaitSeconds * 1000, MAX_NETWORK_DELAY_MS);
  return Math.max(own.atMs, network.atMs + delayMs(network.amount - wrongPasswordsPerAddress, longestMs), anybody);
}

/** In a row, with the moment from which on the next may be tried. */
function oneMoreOfUser(
  before: CountedPasswords | undefined,
  nowMs: number,
  { wrongPasswordsPerUser, longestPasswordWaitSeconds }: PasswordLimits,
): CountedPasswords {
  const amount = (before?.amount ?? 0) + 1;
  return { amount, atMs: nowMs + delayMs(amount - wrongPasswordsPerUser, longestPasswordWaitSeconds * 1000) };
}

/** Of a network, of which half is forgotten with time. */
function oneMoreWithTime(before: CountedPasswords | undefined, nowMs: number): CountedPasswords {
  if (before === undefined) return { amount: 1, atMs: nowMs };
  return { amount: before.amount * 0.5 ** (Math.max(nowMs - before.atMs, 0) / HALF_LIFE_MS) + 1, atMs: nowMs };
}

/** @param beyond - how many more there were than are free, from 0 on */
function delayMs(beyond: number, mostMs: number): number {
  return beyond < 0 ? 0 : Math.min(FIRST_DELAY_MS * 2 ** beyond, mostMs);
}

/** Name that the keys of all passwords begin with. */
export const PASSWORD_LOCKS = 'password ';
const VERY_MANY_USERS = 200;
const FIRST_DELAY_MS = 1000;
const MAX_NETWORK_DELAY_MS = 60_000;
const HALF_LIFE_MS = 300_000;
