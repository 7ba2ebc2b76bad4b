import type { Clock } from '../../../kernel/clock.ts';
import { SharedRuns } from '../../../kernel/tasks/shared-runs.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import type { UseCaseDeps } from '../../access/index.ts';
import type { SshAuthority } from '../kinds/index.ts';
import { type CrlChange, type CrlStore, type ForgetCrlChange, storedUnaudited } from '../records/index.ts';
import type { EncodedKrl } from './krl.ts';

export interface PublishedKrlsDeps extends Pick<UseCaseDeps, 'clock' | 'random' | 'store'> {
  readonly make: (authority: SshAuthority) => Promise<EncodedKrl>;
  readonly crls: Pick<CrlStore, 'findChanges'>;
  /** Monotonic clock. */
  readonly passingTime: Clock;
}

/**
 * Public KRLs, without authentication. A KRL is reused for ten seconds for all clients, unless a certificate was revoked in any process since it was
 * begun.
 *
 * Each revocation stores a note in its unit. A KRL contains everything noted before it was begun; a note that it does not know makes it outdated.
 * Notes are deleted long after every KRL without them has been replaced.
 */
export class PublishedKrls extends WithDeps<PublishedKrlsDeps> {
  readonly #runs = new SharedRuns();
  readonly #made = new Map<number, MadeKrl>();

  /** Returns a KRL with every revocation that was durable before the call. */
  async find(authority: SshAuthority): Promise<EncodedKrl> {
    const { id, revision } = authority;
    const noted = await this.#noted(authority);
    const known = this.#made.get(id);
    if (known?.revision === revision && this.#isFresh(known) && isWithin(noted, known)) return known.krl;
    // Begun after the notes were read, and shared by all callers in this process.
    await this.#runs.run(`${id} ${revision}`, () => this.#make(authority));
    const made = this.#made.get(id);
    return made?.revision === revision ? made.krl : this.deps.make(authority);
  }

  async #make(authority: SshAuthority): Promise<void> {
    const nowMs = this.deps.passingTime.nowMs();
    const noted = await this.#noted(authority);
    const krl = await this.deps.make(authority);
    const before = this.#made.get(authority.id)?.seenMs;
    const seenMs = new Map(noted.map((change) => [keyOf(change), before?.get(keyOf(change)) ?? nowMs]));
    this.#made.set(authority.id, { atMs: nowMs, revision: authority.revision, krl, seenMs });
    const old = noted.filter((change) => nowMs - seenMs.get(keyOf(change))! > FORGOTTEN_AFTER_MS);
    if (old.length > 0) await this.#forget(authority, old);
  }

  /** Deletes old notes. Another process may delete the same ones at the same time; any left over are deleted after a later KRL. */
  async #forget({ id: caId }: SshAuthority, old: readonly CrlChange[]): Promise<void> {
    const writes = old.map((change): ForgetCrlChange => {
      return { op: 'crl-change.forget', scope: { caId, partition: SSH_PARTITION }, change };
    });
    await storedUnaudited(writes, this.deps);
  }

  #noted({ id: caId }: SshAuthority): Promise<readonly CrlChange[]> {
    return this.deps.crls.findChanges({ caId, partition: SSH_PARTITION }, MOST_NOTES);
  }

  #isFresh({ atMs }: MadeKrl): boolean {
    return this.deps.passingTime.nowMs() - atMs < KRL_MAX_AGE_SECONDS * 1000;
  }
}

interface MadeKrl {
  readonly atMs: number;
  /** Revision of the CA. */
  readonly revision: string;
  readonly krl: EncodedKrl;
  /** Notes that the KRL includes, with the time when this process first saw each. */
  readonly seenMs: ReadonlyMap<string, number>;
}

/** Tells whether the KRL includes all notes. If the maximum number was read, there may be more. */
function isWithin(noted: readonly CrlChange[], { seenMs }: MadeKrl): boolean {
  return noted.length < MOST_NOTES && noted.every((change) => seenMs.has(keyOf(change)));
}

function keyOf({ certificateId, version }: CrlChange): string {
  return `${certificateId} ${version}`;
}

/** Maximum age of a published KRL when it is handed out. */
export const KRL_MAX_AGE_SECONDS = 10;
/** After this time no process hands out a KRL that was made before the note. */
const FORGOTTEN_AFTER_MS = 3 * KRL_MAX_AGE_SECONDS * 1000;
const MOST_NOTES = 1000;
const SSH_PARTITION = 0;
