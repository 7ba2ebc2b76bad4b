import type { Clock } from '../../../kernel/clock.ts';
import type { EncodedKrl } from './krl.ts';
import type { SshAuthority } from '../authorities/index.ts';

/** Key revocation lists for everybody, without credentials: each is made at most every ten seconds, however many ask for it. */
export class PublishedKrls {
  readonly #make: (authority: SshAuthority) => Promise<EncodedKrl>;
  readonly #clock: Clock;
  readonly #made = new Map<number, { readonly atMs: number; readonly krl: Promise<EncodedKrl> }>();

  constructor({
    make,
    clock,
  }: {
    readonly make: (authority: SshAuthority) => Promise<EncodedKrl>;
    readonly clock: Clock;
  }) {
    this.#make = make;
    this.#clock = clock;
  }

  /** Returns the list as it was up to ten seconds ago. */
  async find(authority: SshAuthority): Promise<EncodedKrl> {
    const nowMs = this.#clock.nowMs();
    const known = this.#made.get(authority.id);
    if (known !== undefined && Math.abs(nowMs - known.atMs) < KRL_MAX_AGE_SECONDS * 1000) return known.krl;
    const krl = this.#make(authority);
    this.#made.set(authority.id, { atMs: nowMs, krl });
    // A list that could not be made is tried again by the next caller.
    krl.catch(() => this.#made.delete(authority.id));
    return krl;
  }
}

/** The age that a published list may have when it is handed out. */
export const KRL_MAX_AGE_SECONDS = 10;
