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

  /** Passes octets on, with a bar that shows how many of `total` have passed. */
  async *along(text: string, total: number, pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let passed = 0;
    let shownPercent = -1;
    try {
      for await (const piece of pieces) {
        passed += piece.length;
        const percent = total === 0 ? 100 : Math.min(100, Math.floor((passed / total) * 100));
        if (this.#shown && percent !== shownPercent) this.#context.writeError(`${ERASE_LINE}${text} ${bar(percent)}`);
        shownPercent = percent;
        yield piece;
      }
    } finally {
      if (shownPercent >= 0 && this.#shown) this.#context.writeError(ERASE_LINE);
    }
  }
}

function bar(percent: number): string {
  const full = Math.floor((percent / 100) * BAR_WIDTH);
  return `[${'#'.repeat(full)}${'.'.repeat(BAR_WIDTH - full)}] ${percent} %`;
}

const BAR_WIDTH = 30;
/** To the beginning of the line, and all of it erased (ECMA-48 EL). */
const ERASE_LINE = '\r\u001b[2K';
