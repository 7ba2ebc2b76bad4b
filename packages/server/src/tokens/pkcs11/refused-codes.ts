import { createHmac } from 'node:crypto';
import type { Clock } from '../../kernel/clock.ts';
import type { Random } from '../../kernel/random.ts';

/**
 * Codes that a device has refused. They are not shown to it again for some minutes, by whatever way they come: a device counts wrong PINs
 * and locks itself. After that an administrator may have set the device's PIN to just this one.
 *
 * What is kept of a code is what a random key makes of it.
 */
export class RefusedCodes {
  readonly #clock: Clock;
  readonly #key: Uint8Array;
  /** Device and code, and when that may be tried again. */
  readonly #until = new Map<string, number>();

  constructor(clock: Clock, random: Random) {
    this.#clock = clock;
    this.#key = random.bytes(32);
  }

  has(device: string, code: string): boolean {
    const mark = this.#mark(device, code);
    const untilMs = this.#until.get(mark);
    if (untilMs === undefined || untilMs > this.#clock.nowMs()) return untilMs !== undefined;
    this.#until.delete(mark);
    return false;
  }

  add(device: string, code: string): void {
    // The oldest goes when somebody tries very many.
    if (this.#until.size >= MOST) this.#until.delete(this.#until.keys().next().value!);
    this.#until.set(this.#mark(device, code), this.#clock.nowMs() + REMEMBERED_MS);
  }

  /** The device's code is another now. */
  forget(device: string, code: string): void {
    this.#until.delete(this.#mark(device, code));
  }

  #mark(device: string, code: string): string {
    return createHmac('sha256', this.#key).update(`${device.length}:${device}${code}`).digest('base64');
  }
}

const REMEMBERED_MS = 300_000;
const MOST = 10_000;
