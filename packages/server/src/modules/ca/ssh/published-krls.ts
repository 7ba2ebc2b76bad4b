import type { Clock } from '../../../kernel/clock.ts';
import type { Random } from '../../../kernel/random.ts';
import { SharedRuns } from '../../../kernel/shared-runs.ts';
import type { UnitOfWorkStore } from '../../../kernel/unit-of-work.ts';
import type { SshAuthority } from '../authorities/index.ts';
import { type CrlChange, type CrlStore, type ForgetCrlChange, storedUnaudited } from '../records/index.ts';
import type { EncodedKrl } from './krl.ts';

export interface PublishedKrlsDeps {
  readonly make: (authority: SshAuthority) => Promise<EncodedKrl>;
  readonly crls: Pick<CrlStore, 'findChanges'>;
  readonly store: UnitOfWorkStore;
  readonly clock: Clock;
  readonly random: Random;
  /** A clock that nobody sets. */
  readonly passingTime: Clock;
}

/**
 * Key revocation lists for everybody, without credentials. A list is handed out again for ten seconds, however many ask for it, unless something was revoked
 * since it was begun, by whichever process.
 *
 * Each revocation leaves a note in its unit. A list holds what was noted before it was begun; a note that it does not know makes it old. Notes are forgotten
 * when every list that does not know them has long been made anew.
 */
export class PublishedKrls {
  readonly #deps: PublishedKrlsDeps;
  readonly #runs = new SharedRuns();
  readonly #made = new Map<number, MadeKrl>();

  constructor(deps: PublishedKrlsDeps) {
    this.#deps = deps;
  }

  /** Returns a list that has every revocation that was durable before the call. */
  async find(authority: SshAuthority): Promise<EncodedKrl> {
    const { id, revision } = authority;
    const noted = await this.#noted(authority);
    const known = this.#made.get(id);
    if (known?.revision === revision && this.#isFresh(known) && isWithin(noted, known)) return known.krl;
    // Begun after the notes were read, and shared by all callers of this process.
    await this.#runs.run(`${id} ${revision}`, () => this.#make(authority));
    const made = this.#made.get(id);
    return made?.revision === revision ? made.krl : this.#deps.make(authority);
  }

  async #make(authority: SshAuthority): Promise<void> {
    const nowMs = this.#deps.passingTime.nowMs();
    const noted = await this.#noted(authority);
    const krl = await this.#deps.make(authority);
    const before = this.#made.get(authority.id)?.seenMs;
    const seenMs = new Map(noted.map((change) => [keyOf(change), before?.get(keyOf(change)) ?? nowMs]));
    this.#made.set(authority.id, { atMs: nowMs, revision: authority.revision, krl, seenMs });
    const old = noted.filter((change) => nowMs - seenMs.get(keyOf(change))! > FORGOTTEN_AFTER_MS);
    if (old.length > 0) await this.#forget(authority, old);
  }

  /** Another process may forget the same ones at the same time; the rest is for the next list. */
  async #forget({ id: caId }: SshAuthority, old: readonly CrlChange[]): Promise<void> {
    const writes = old.map((change): ForgetCrlChange => {
      return { op: 'crl-change.forget', scope: { caId, partition: SSH_PARTITION }, change };
    });
    await storedUnaudited(writes, this.#deps);
  }

  #noted({ id: caId }: SshAuthority): Promise<readonly CrlChange[]> {
    return this.#deps.crls.findChanges({ caId, partition: SSH_PARTITION }, MOST_NOTES);
  }

  #isFresh({ atMs }: MadeKrl): boolean {
    return this.#deps.passingTime.nowMs() - atMs < KRL_MAX_AGE_SECONDS * 1000;
  }
}

interface MadeKrl {
  readonly atMs: number;
  /** Of the CA. */
  readonly revision: string;
  readonly krl: EncodedKrl;
  /** Notes of what the list has, with the moments at which this process first saw them. */
  readonly seenMs: ReadonlyMap<string, number>;
}

/** With as many notes as are read at once there may be more of them. */
function isWithin(noted: readonly CrlChange[], { seenMs }: MadeKrl): boolean {
  return noted.length < MOST_NOTES && noted.every((change) => seenMs.has(keyOf(change)));
}

function keyOf({ certificateId, version }: CrlChange): string {
  return `${certificateId} ${version}`;
}

/** The age that a published list may have when it is handed out. */
export const KRL_MAX_AGE_SECONDS = 10;
/** By then no process hands out a list that was made before the note. */
const FORGOTTEN_AFTER_MS = 3 * KRL_MAX_AGE_SECONDS * 1000;
const MOST_NOTES = 1000;
const SSH_PARTITION = 0;
