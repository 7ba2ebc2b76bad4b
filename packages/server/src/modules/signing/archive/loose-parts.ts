/** Parts without an archive entry: those of a request that failed, those that a crash left, those of removed entries. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ClockBelief } from '../../../kernel/clock-belief.ts';
import { ConflictError, newUnitId, type Write } from '../../../kernel/unit-of-work.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import type { UseCaseDeps } from '../../access/index.ts';
import { every, type Task } from '../../background/index.ts';
import type { DeleteArchivedPart, DeleteLooseParts, GiveUpLooseParts, LooseParts } from './archive-entry.ts';
import type { ArchiveStore } from './archive-store.ts';

export type LoosePartsDeps = Pick<UseCaseDeps, 'clock' | 'random' | 'store'>;

/**
 * Removes the parts, each in its own unit of work. They are marked as given up first: either that succeeds, or the unit of work that stores
 * their entry, but never both.
 *
 * @param parts - how many there are, or more
 */
export async function removeLooseParts(
  deps: LoosePartsDeps,
  { documentId, state }: LooseParts,
  parts: number,
): Promise<void> {
  const giveUp: GiveUpLooseParts = { op: 'archive-loose.give-up', documentId };
  if (state === 'storing' && !(await couldCommit(deps, giveUp))) return;
  for (let part = parts - 1; part >= 0; part--) {
    const write: DeleteArchivedPart = { op: 'archive-part.delete', documentId, part };
    await couldCommit(deps, write);
    await nextTurn();
  }
  const gone: DeleteLooseParts = { op: 'archive-loose.delete', documentId, expected: 'removing' };
  await couldCommit(deps, gone);
}

/** Commits one write without an audit record: the act that it is part of has one. */
export async function commitAlone({ store, clock, random }: LoosePartsDeps, write: Write): Promise<void> {
  await store.commit({ id: newUnitId(clock, random), epoch: undefined, writes: [write] });
}

/** Tells whether the row was there, and as expected. */
async function couldCommit(deps: LoosePartsDeps, write: Write): Promise<boolean> {
  try {
    await commitAlone(deps, write);
    return true;
  } catch (error) {
    if (error instanceof ConflictError) return false;
    throw error;
  }
}

export interface SweepArchiveDeps extends LoosePartsDeps {
  readonly archive: Pick<ArchiveStore, 'listLooseParts' | 'findLastPart'>;
  readonly clockBelief: ClockBelief;
}

/** Removes the remaining parts that have no archive entry, or none any more. */
export class SweepArchive extends WithDeps<SweepArchiveDeps> {
  /** The task of the sweep. Runs rarely, since it reads all parts; the removal of an entry wakes it. */
  get task(): Task {
    return {
      name: SWEEP_ARCHIVE,
      where: 'one-per-installation',
      schedule: every(15 * 60_000),
      run: (signal) => this.sweep(signal),
    };
  }

  /**
   * Sweeps until nothing is left; does nothing while the clock is in doubt.
   *
   * Another process may sweep, too. Parts begun more than a day ago are only presumed abandoned; marking them as given up is decisive.
   */
  async sweep(signal?: AbortSignal): Promise<void> {
    if (this.deps.clockBelief.doubt !== undefined) return;
    for (let found = await this.#find(); found.length > 0; found = await this.#find()) {
      for (const loose of found) {
        if (signal?.aborted === true) return;
        const last = await this.deps.archive.findLastPart(loose.documentId);
        await removeLooseParts(this.deps, loose, last === undefined ? 0 : last + 1);
      }
    }
  }

  #find(): Promise<readonly LooseParts[]> {
    const { archive, clock } = this.deps;
    return archive.listLooseParts(clock.nowMs() - IN_PROGRESS_MS);
  }
}

/** Names the task. */
export const SWEEP_ARCHIVE = 'sweep-archive';
/** Longer than any request takes. */
const IN_PROGRESS_MS = 24 * 60 * 60_000;
