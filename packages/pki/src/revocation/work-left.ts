import { PathError } from '../path/index.ts';

/** Work that is counted: looking whether a list speaks of a certificate, verifying its signature, and finding a path to its signer. */
export type Work = 'list' | 'signature' | 'path';

/** Limit on the work that lists and certificates may cause: without it their sender would decide how long we compute. */
export class WorkLeft {
  readonly #left: Record<Work, number> = { list: 10_000, signature: 200, path: 32 };
  #isSpent = false;

  /** Returns whether something was refused: what was not looked at may say otherwise than what was. */
  get isSpent(): boolean {
    return this.#isSpent;
  }

  /** Takes one off, before it is done. @throws {@link PathError} `path.too_large` */
  charge(work: Work): void {
    if (this.#left[work]-- > 0) return;
    this.refuse();
  }

  /** For what is not done here at all. @throws {@link PathError} `path.too_large` */
  refuse(): never {
    this.#isSpent = true;
    throw new PathError('path.too_large', 'CRLs take more work than is done for them');
  }
}
