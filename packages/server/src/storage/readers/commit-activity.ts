/**
 * State of the units of work of a process: whether any are being stored, as all of its threads see it.
 *
 * What other processes store is not seen: those of a host or a cluster have about the same share of the requests.
 */
export class CommitActivity {
  readonly #numbers: BigInt64Array<SharedArrayBuffer>;
  readonly #nowNs: () => bigint;

  /**
   * @param buffer - that of another thread's instance
   * @param nowNs - a steady clock that all threads share
   */
  constructor(
    buffer = new SharedArrayBuffer(2 * BigInt64Array.BYTES_PER_ELEMENT),
    nowNs = () => process.hrtime.bigint(),
  ) {
    this.#numbers = new BigInt64Array(buffer);
    this.#nowNs = nowNs;
  }

  get buffer(): SharedArrayBuffer {
    return this.#numbers.buffer;
  }

  /** Notes that a unit waits to be stored. */
  begin(): void {
    Atomics.add(this.#numbers, UNDER_WAY, 1n);
  }

  /** Notes that units are stored, or refused. */
  end(units: number): void {
    Atomics.store(this.#numbers, LAST_END, this.#nowNs());
    Atomics.sub(this.#numbers, UNDER_WAY, BigInt(units));
  }

  /** True while units wait, and for a moment afterwards: between two of those who store one after the other. */
  get isBusy(): boolean {
    if (Atomics.load(this.#numbers, UNDER_WAY) > 0n) return true;
    const last = Atomics.load(this.#numbers, LAST_END);
    return last > 0n && this.#nowNs() - last < MOMENT_NS;
  }
}

const UNDER_WAY = 0;
const LAST_END = 1;
const MOMENT_NS = 50_000_000n;
