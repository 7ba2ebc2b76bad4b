import { CaaPendingError } from '../errors/index.ts';

/**
 * Acts, and acts again after waiting when CAA records have to be looked up first. Nothing that `act` holds is held meanwhile.
 *
 * @throws {@link CaaPendingError} when there is always something more to look up
 */
export async function untilLookedUp<T>(act: () => Promise<T>): Promise<T> {
  for (let round = 1; ; round++) {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof CaaPendingError) || round === MAX_ROUNDS) throw error;
      await error.lookedUp;
    }
  }
}

/** A profile or a name that changes meanwhile asks for other records. */
const MAX_ROUNDS = 4;
