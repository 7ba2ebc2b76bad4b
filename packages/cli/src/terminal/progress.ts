import type { CliContext } from '../context.ts';

/** Shows one line on standard error while something takes long, and takes it away again. Nothing when nobody looks. */
export class Progress {
  readonly #context: CliContext;
  readonly #shown: boolean;

  constructor(context: CliContext, options: { readonly json: boolean }) {
    this.#context = context;
    this.#shown = context.interactive && !options.json;
  }

  /** Waits for `work`, with `text` and the seconds so far in view. */
  async during<T>(text: string, work: Promise<T>): Promise<T> {
    if (!this.#shown) return work;
    let seconds = 0;
    const show = () => this.#context.writeError(`${ERASE_LINE}${text} ...${seconds > 0 ? ` ${seconds} s` : ''}`);
    show();
    const timer = setInterval(() => {
      seconds++;
      show();
    }, 1000);
    try {
      return await work;
    } finally {
      clearInterval(timer);
      this.#context.writeError(ERASE_LINE);
    }
  }

  /**
   * Does `work`, with a bar that shows how many of `total` are done, and how many in a second.
   *
   * @param work - is given a function to call with the number that is done
   */
  async counting<T>(text: string, total: number, work: (show: (done: number) => void) => Promise<T>): Promise<T> {
    const began = this.#context.now();
    let begun: number | undefined;
    let shownMs = 0;
    const show = (done: number) => {
      begun ??= done;
      const passedMs = this.#context.now() - began;
      if (!this.#shown || passedMs - shownMs < REDRAW_MS) return;
      shownMs = passedMs;
      const rate = Math.round(((done - begun) / passedMs) * 1000);
      this.#context.writeError(`${ERASE_LINE}${text} ${bar(percentOf(done, total))} ${done} of ${total}, ${rate}/s`);
    };
    try {
      return await work(show);
    } finally {
      if (shownMs > 0) this.#context.writeError(ERASE_LINE);
    }
  }

  /** Passes octets on, with a bar that shows how many of `total` have passed. */
  async *along(text: string, total: number, pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let passed = 0;
    let shownPercent = -1;
    try {
      for await (const piece of pieces) {
        passed += piece.length;
        const percent = percentOf(passed, total);
        if (this.#shown && percent !== shownPercent) this.#context.writeError(`${ERASE_LINE}${text} ${bar(percent)}`);
        shownPercent = percent;
        yield piece;
      }
    } finally {
      if (shownPercent >= 0 && this.#shown) this.#context.writeError(ERASE_LINE);
    }
  }
}

function percentOf(part: number, total: number): number {
  return total === 0 ? 100 : Math.min(100, Math.floor((part / total) * 100));
}

function bar(percent: number): string {
  const full = Math.floor((percent / 100) * BAR_WIDTH);
  return `[${'#'.repeat(full)}${'.'.repeat(BAR_WIDTH - full)}] ${percent} %`;
}

const BAR_WIDTH = 30;
const REDRAW_MS = 100;
/** To the beginning of the line, and all of it erased (ECMA-48 EL). */
const ERASE_LINE = '\r\u001b[2K';
