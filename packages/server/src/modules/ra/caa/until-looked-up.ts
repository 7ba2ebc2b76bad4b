import { CaaPendingError } from '../errors/index.ts';

/**
 * Runs `act`, and repeats it after pending CAA lookups have finished. Nothing that `act` locks is held meanwhile.
 *
 * @throws {@link CaaPendingError} if lookups are still pending after several rounds
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

/** Several rounds, since a profile or name that changes meanwhile requires other lookups. */
const MAX_ROUNDS = 4;
