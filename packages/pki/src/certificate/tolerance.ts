/** The tolerance with which one object of others is parsed: what was overlooked, or refused. */
import { X509Error } from './errors.ts';
import { leniencies, type Leniency } from './leniencies.ts';

export interface ParseOptions {
  /** True, the default, for what others issued; false refuses every departure of {@link leniencies}. */
  readonly lenient?: boolean;
}

/** Notes the departures of one parsed object, or refuses them. */
export class Tolerance {
  readonly departures: Leniency[] = [];
  readonly #lenient: boolean;

  constructor({ lenient = true }: ParseOptions) {
    this.#lenient = lenient;
  }

  /**
   * Notes `leniency` as used, once.
   *
   * @throws {@link X509Error} `x509.nonconforming` when nothing is overlooked
   */
  allow(leniency: Leniency): void {
    if (!this.#lenient) throw new X509Error('x509.nonconforming', leniencies[leniency], leniency);
    if (!this.departures.includes(leniency)) this.departures.push(leniency);
  }
}
