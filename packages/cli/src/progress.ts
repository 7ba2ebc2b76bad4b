import type { CliContext } from './context.ts';

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
}

/** To the beginning of the line, and all of it erased (ECMA-48 EL). */
const ERASE_LINE = '\r\u001b[2K';
