/** Standard output as the place of log lines, which nobody waits for. */
import { constants, fstatSync, openSync, writeSync, writev } from 'node:fs';
import process from 'node:process';
import type { Clock } from '../kernel/clock.ts';

export interface LogOutputOptions {
  /** True if other processes write to the same standard output: lines are then written so that those of others do not get into them. */
  readonly shared: boolean;
  readonly clock: Clock;
}

/**
 * Writes lines to standard output, a few at a time, within a moment and in their order.
 *
 * A pipe takes them at once, without blocking. While it is full, and always if standard output is something else, lines wait in memory for a write in the thread
 * pool. One write in the pool for each group of lines would not do: the event loop sees one of them end in each of its turns, and at full load more lines come.
 * Lines that find no room in memory are lost, and a later line says how many.
 */
export class LogOutput {
  readonly #clock: Clock;
  /** The pipe, opened for writes that do not block; undefined if standard output is none. */
  readonly #pipe = openPipe();
  /** Number of waiting pieces that are written together, at most. */
  readonly #together: number;
  /** Lines that are not written yet, up to `#length`. */
  readonly #gathered: Buffer;
  #length = 0;
  /** Pieces that wait, the first ones for a write that is under way. */
  readonly #waiting: Buffer[] = [];
  #waitingOctets = 0;
  /** Buffers as large as that of the gathered lines, used again: a slow reader would leave as much garbage as there are lines. */
  readonly #spare: Buffer[] = [];
  #lostLines = 0;
  /** True once nobody reads any more. */
  #isClosed = false;
  readonly #timer = setTimeout(() => this.#flush(), LONGEST_WAIT_MS).unref();

  constructor({ shared, clock }: LogOutputOptions) {
    this.#clock = clock;
    this.#together = shared && !fstatSync(STANDARD_OUTPUT).isFile() ? 1 : MAX_TOGETHER;
    this.#gathered = Buffer.allocUnsafeSlow(shared ? ATOMIC_WRITE : WRITTEN_AT_ONCE);
    process.on('exit', () => this.#writeLast());
  }

  /** @param line - with its end of line */
  write(line: string): void {
    if (this.#isClosed) return;
    const octets = Buffer.byteLength(line);
    if (octets > this.#gathered.length - this.#length) this.#flush();
    if (octets > this.#gathered.length) return this.#send(Buffer.from(line));
    if (this.#length === 0) this.#timer.refresh();
    this.#length += this.#gathered.write(line, this.#length);
  }

  #flush(): void {
    if (this.#length === 0) return;
    const piece = this.#gathered.subarray(0, this.#length);
    this.#length = 0;
    this.#send(piece);
  }

  #send(piece: Buffer): void {
    if (this.#waiting.length > 0) return this.#wait(piece);
    const rest = piece.subarray(this.#writeToPipe(piece));
    if (rest.length > 0) this.#wait(rest);
    this.#goOn();
  }

  /** Keeps a copy. */
  #wait(piece: Buffer): void {
    if (this.#waitingOctets + piece.length > MAX_WAITING_OCTETS) {
      this.#lostLines += linesIn(piece);
      return;
    }
    const room = this.#gathered.length;
    const copy =
      (piece.length <= room ? this.#spare.pop() : undefined) ?? Buffer.allocUnsafeSlow(Math.max(piece.length, room));
    piece.copy(copy);
    this.#waiting.push(copy.subarray(0, piece.length));
    this.#waitingOctets += piece.length;
  }

  #goOn(): void {
    if (this.#waiting.length > 0) return this.#writeInPool();
    this.#spare.length = Math.min(this.#spare.length, MAX_TOGETHER);
    if (this.#lostLines > 0) this.write(this.#takeLost());
  }

  #writeInPool(): void {
    const pieces = this.#waiting.slice(0, this.#together);
    writev(STANDARD_OUTPUT, pieces, (error, written) => {
      if (isFull(error)) {
        setTimeout(() => this.#writeInPool(), LONGEST_WAIT_MS).unref();
        return;
      }
      if (error === null) this.#leave(written);
      else for (const piece of pieces) this.#leave(this.#failed(error, piece));
      this.#writeWaiting();
    });
  }

  /** Writes what waits to the pipe, which has room again. */
  #writeWaiting(): void {
    for (let piece = this.#waiting[0]; piece !== undefined; piece = this.#waiting[0]) {
      const written = this.#writeToPipe(piece);
      this.#leave(written);
      if (written < piece.length) break;
    }
    this.#goOn();
  }

  /** Returns how many octets are done with; 0 if there is no pipe, or no room in it. */
  #writeToPipe(piece: Buffer): number {
    if (this.#pipe === undefined) return 0;
    try {
      return writeSync(this.#pipe, piece);
    } catch (error) {
      return isFull(error) ? 0 : this.#failed(error, piece);
    }
  }

  /** Gives a piece up, all octets of it. */
  #failed(error: unknown, piece: Buffer): number {
    if (codeOf(error) === 'EPIPE') this.#isClosed = true;
    else this.#lostLines += linesIn(piece);
    return piece.length;
  }

  /** Lets go of the first octets that wait. */
  #leave(octets: number): void {
    this.#waitingOctets -= octets;
    for (let left = octets; left > 0;) {
      const first = this.#waiting[0]!;
      if (left < first.length) {
        this.#waiting[0] = first.subarray(left);
        return;
      }
      left -= first.length;
      this.#waiting.shift();
      if (first.buffer.byteLength === this.#gathered.length) this.#spare.push(Buffer.from(first.buffer));
    }
  }

  #takeLost(): string {
    const time = new Date(this.#clock.nowMs()).toISOString();
    const line = { level: WARNING, time, lines: this.#lostLines, msg: 'lines of the log were lost' };
    this.#lostLines = 0;
    return `${JSON.stringify(line)}\n`;
  }

  /** Writes what is left before the process ends, unless none of it is read for a second. What the thread pool is writing may be there twice. */
  #writeLast(): void {
    let end = performance.now() + LAST_MS;
    const lost = Buffer.from(this.#lostLines > 0 ? this.#takeLost() : '');
    for (let rest of [...this.#waiting, this.#gathered.subarray(0, this.#length), lost]) {
      while (rest.length > 0 && performance.now() < end) {
        try {
          rest = rest.subarray(writeSync(this.#pipe ?? STANDARD_OUTPUT, rest));
          end = performance.now() + LAST_MS;
        } catch (error) {
          if (!isFull(error)) return;
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
        }
      }
    }
  }
}

/** Opens standard output once more, since others may have it open and do not expect that it refuses writes. Undefined if it is no pipe, or not on Linux. */
function openPipe(): number | undefined {
  try {
    if (!fstatSync(STANDARD_OUTPUT).isFIFO()) return undefined;
    return openSync(`/proc/self/fd/${STANDARD_OUTPUT}`, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
}

function isFull(error: unknown): boolean {
  return codeOf(error) === 'EAGAIN';
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | null)?.code;
}

function linesIn(piece: Buffer): number {
  let lines = 0;
  for (let at = piece.indexOf(NEW_LINE); at >= 0; at = piece.indexOf(NEW_LINE, at + 1)) lines++;
  return lines;
}

const STANDARD_OUTPUT = 1;
const NEW_LINE = 0x0a;
/** The level `warn` of pino. */
const WARNING = 40;
/** Octets that a pipe takes as a whole (PIPE_BUF of Linux), so that lines of several processes stay apart. */
const ATOMIC_WRITE = 4096;
/** Octets that are gathered for one write, of the 64 KB that a pipe holds: a write for each line costs a tenth of the processor time of a short request. */
const WRITTEN_AT_ONCE = 16_384;
/** Milliseconds after which lines are written all the same. */
const LONGEST_WAIT_MS = 100;
/** Limit on lines that wait for a slow reader. */
const MAX_WAITING_OCTETS = 16 * 2 ** 20;
/** Pieces of {@link WRITTEN_AT_ONCE}. */
const MAX_TOGETHER = 64;
const LAST_MS = 1000;
const PAUSE_MS = 10;
