/** Remaining budget of work for one file, so that a small file takes little memory and time, and a large one not all of it. */
import type { DocumentSource } from '../../source.ts';
import { PdfError } from '../errors.ts';

/**
 * Whatever is done costs about as many units as it takes octets of memory, and one at least for each octet that is looked at, however
 * often that one was before: a unit is some nanoseconds.
 */
export class WorkLeft {
  readonly #allowed: number;
  readonly #takeTurn: (work: number) => Promise<void>;
  #left: number;
  #sinceTurn = 0;
  #done = 0;

  constructor({ size: fileOctets, takeTurn }: Pick<DocumentSource, 'size' | 'takeTurn'>) {
    this.#takeTurn = takeTurn ?? nextTurn;
    this.#allowed = Math.min(BASE + RATIO * fileOctets, MOST);
    this.#left = this.#allowed;
  }

  get left(): number {
    return Math.max(0, this.#left);
  }

  /** Returns whether something was refused: nothing more is done then. */
  get isSpent(): boolean {
    return this.#left < 0;
  }

  /** Takes off what something costs. @throws {@link PdfError} `pdf.too_large` */
  charge(cost: number): void {
    this.#left -= cost;
    this.#sinceTurn += cost;
    if (this.#left < 0) throw new PdfError('pdf.too_large', 'the document takes more work than is done for it');
  }

  /** Begins anew, for another pass over the same file. */
  renew(): void {
    this.#left = this.#allowed;
  }

  /** Lets everything else of the process have its turn when much was done since it last had. */
  async takeTurns(): Promise<void> {
    if (this.#sinceTurn < TURN) return;
    this.#done += this.#sinceTurn;
    this.#sinceTurn = 0;
    await this.#takeTurn(this.#done);
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

const BASE = 0x1000_0000;
const RATIO = 64;
const MOST = 0x4000_0000;
/** Some milliseconds. */
const TURN = 0x8_0000;
