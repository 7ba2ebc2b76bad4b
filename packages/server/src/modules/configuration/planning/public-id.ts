import type { Random } from '../../../kernel/random.ts';

/** Draws a positive 31-bit number above `above`. The caller has to check that it is free. */
export function newPublicId(random: Random, above: number): number {
  for (;;) {
    const [a, b, c, d] = random.bytes(4) as unknown as [number, number, number, number];
    const drawn = ((a & 0x7f) << 24) | (b << 16) | (c << 8) | d;
    if (drawn > above) return drawn;
  }
}
