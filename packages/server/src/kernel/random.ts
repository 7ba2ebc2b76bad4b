import { randomFillSync } from 'node:crypto';

/** Cryptographically strong random octets: serial numbers, nonces, identifiers. A constructor argument, as {@link Clock} is. */
export interface Random {
  bytes(count: number): Uint8Array;
}

/** The operating system's generator, drawn in blocks: one call of it costs more than a whole serial number. */
export function systemRandom(): Random {
  const pool = new Uint8Array(POOL_OCTETS);
  let used = POOL_OCTETS;
  return {
    bytes(count) {
      if (count > POOL_OCTETS) return randomFillSync(new Uint8Array(count));
      if (used + count > POOL_OCTETS) {
        randomFillSync(pool);
        used = 0;
      }
      const drawn = pool.slice(used, used + count);
      // Octets that were handed out do not stay behind in memory.
      pool.fill(0, used, used + count);
      used += count;
      return drawn;
    },
  };
}

const POOL_OCTETS = 4096;
