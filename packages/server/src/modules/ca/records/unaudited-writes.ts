/** Writes without a decision of their own, in separate units: parts and traces of acts whose own unit has an audit record. */
import { ConflictError, newUnitId, type Write } from '../../../kernel/unit-of-work.ts';
import type { UseCaseDeps } from '../../access/index.ts';

export type UnauditedWritesDeps = Pick<UseCaseDeps, 'clock' | 'random' | 'store'>;

/** Stores the writes. @throws {@link ConflictError} */
export async function storeUnaudited(writes: readonly Write[], deps: UnauditedWritesDeps): Promise<void> {
  const { store, clock, random } = deps;
  await store.commit({ id: newUnitId(clock, random), epoch: undefined, writes });
}

/** Stores the writes unless another process has done the same; returns whether they were stored. */
export async function storedUnaudited(writes: readonly Write[], deps: UnauditedWritesDeps): Promise<boolean> {
  return unlessDone(() => storeUnaudited(writes, deps));
}

/** Commits a unit that several processes may attempt at the same time; returns false if another one was first. */
export async function unlessDone(commit: () => Promise<unknown>): Promise<boolean> {
  try {
    await commit();
    return true;
  } catch (error) {
    if (error instanceof ConflictError) return false;
    throw error;
  }
}
