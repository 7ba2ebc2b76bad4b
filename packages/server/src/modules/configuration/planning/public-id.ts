import type { Random } from '../../../kernel/random.ts';
import type { Configuration } from '../documents/index.ts';

/** Draws a positive 31-bit number above `above`. The caller has to check that it is free. */
export function newPublicId(random: Random, above: number): number {
  for (;;) {
    const [a, b, c, d] = random.bytes(4) as unknown as [number, number, number, number];
    const drawn = ((a & 0x7f) << 24) | (b << 16) | (c << 8) | d;
    if (drawn > above) return drawn;
  }
}

/** Public ids that are free, drawn as many at a time as are going to be needed: the database is asked about all of them at once. */
export class FreePublicIds {
  readonly #configuration: Pick<Configuration, 'publicIdsTaken'>;
  readonly #random: Random;
  readonly #needed: Map<string, number>;
  readonly #drawn = new Map<string, number[]>();

  /** @param needed - how many there may be of each type; at least one can always be taken */
  constructor(
    configuration: Pick<Configuration, 'publicIdsTaken'>,
    random: Random,
    needed: ReadonlyMap<string, number>,
  ) {
    this.#configuration = configuration;
    this.#random = random;
    this.#needed = new Map(needed);
  }

  /** Takes one that no document has and that is not `given`. */
  async take(token: string, above: number, given: ReadonlyMap<number, unknown>): Promise<number> {
    for (;;) {
      const drawn = this.#drawn.get(token)?.pop();
      if (drawn === undefined) await this.#draw(token, above);
      else if (!given.has(drawn)) return drawn;
    }
  }

  async #draw(token: string, above: number): Promise<void> {
    const needed = this.#needed.get(token) ?? 0;
    const count = Math.min(Math.max(needed, 1), TOGETHER);
    this.#needed.set(token, needed - count);
    const drawn = new Set(Array.from({ length: count }, () => newPublicId(this.#random, above)));
    const taken = await this.#configuration.publicIdsTaken(token, [...drawn]);
    this.#drawn.set(
      token,
      [...drawn].filter((publicId) => !taken.has(publicId)),
    );
  }
}

const TOGETHER = 100;
