import { AppError } from '../../kernel/errors.ts';
import type { Leases } from '../background/index.ts';
import { SETUP_LEASE } from './first-start.ts';

/**
 * Makes or mends the installation after all others that do. A process that stalls for longer than its lease lasts loses its turn without noticing, and is refused what the next one
 * has made meanwhile. It then waits for another turn, and goes on from what is there.
 */
export async function setUpInTurn<T>(leases: Pick<Leases, 'inTurn'>, work: () => Promise<T>): Promise<T> {
  for (let turn = 1; ; turn++) {
    try {
      return await leases.inTurn(SETUP_LEASE, work);
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'conflict' || turn === MOST_TURNS) throw error;
    }
  }
}

const MOST_TURNS = 5;
