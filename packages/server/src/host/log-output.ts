/** Standard output as the place of log lines, which nobody waits for. */
import { constants, fstatSync, openSync, readFileSync, writeSync, writev } from 'node:fs';
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
 * A pipe or socket takes them at once, without blocking; a file in the thread pool. What it does not take yet waits in memory and is tried again. To send each
 * group of lines through the pool is too slow: the event loop sees one such write end in each of its turns, and at full load a turn brings more
 * lines than that. Lines that find no room in memory are lost, and a later line says how many.
 */
export class LogOutput {
  readonly #clock: Clock;
  /** A descriptor of standard output on which writes do not block; undefined if lines go through the thread pool. */
  readonly #direct = directDescriptor();
  /** Number of waiting pieces that the thread pool writes together, at most. */
  readonly #together: number;
  /** Lines that are not written yet, up to `#length`. */
  readonly #gathered: Buffer;
  #length = 0;
  /** Pieces that standard output has not taken yet, of whole lines but for the first one. */
  readonly #waiting: Buffer[] = [];
  #waitingOctets = 0;
  /** Number of pieces that the thread pool is writing, the first ones. */
  #inPool = 0;
  /** Buffers as large as that of the gathered lines, used again: a slow reader would leave as much garbage as there are lines. */
  readonly #spare: Buffer[] = [];
  #lostLines = 0;
  /** Number of lost lines in the notice that waits; 0 while none does. */
  #toldLines = 0;
  /** True once nobody reads any more. */
  #isClosed = false;
  readonly #flushing = setTimeout(() => this.#flushInTime(), LONGEST_WAIT_MS).unref();
  readonly #retrying = setTimeout(() => this.#writeWaiting(), RETRY_MS).unref();

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
    if (this.#length === 0) this.#flushing.refresh();
    this.#length += this.#gathered.write(line, this.#length);
  }

  /** Leaves the gathered lines where they are while others wait before them: many small pieces would take more memory than their lines. */
  #flushInTime(): void {
    if (this.#waiting.length === 0) this.#flush();
  }

  #flush(): void {
    if (this.#length === 0) return;
    const piece = this.#gathered.subarray(0, this.#length);
    this.#length = 0;
    this.#send(piece);
  }

  #send(piece: Buffer): void {
    const rest = this.#waiting.length === 0 ? piece.subarray(this.#writeDirectly(piece)) : piece;
    if (rest.length === 0) return;
    this.#wait(rest);
    this.#writeWaiting();
  }

  /** Keeps a copy. */
  #wait(piece: Buffer): void {
    if (this.#waiting.length > 0 && this.#waitingOctets + piece.length > MAX_WAITING_OCTETS) {
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

  /** Writes what waits, as far as it is taken, then the lines behind it. */
  #writeWaiting(): void {
    if (this.#isClosed || this.#inPool > 0) return;
    while (this.#waiting.length > 0) {
      if (this.#direct === undefined) return this.#writeInPool();
      const written = this.#writeDirectly(this.#waiting[0]!);
      if (written === 0) return void this.#retrying.refresh();
      this.#leave(written);
    }
    this.#spare.length = Math.min(this.#spare.length, MAX_TOGETHER);
    if (this.#lostLines > 0) this.#tellOfLost();
    else this.#flush();
  }

  #writeInPool(): void {
    const pieces = this.#waiting.slice(0, this.#together);
    this.#inPool = pieces.length;
    writev(STANDARD_OUTPUT, pieces, (error, written) => {
      this.#inPool = 0;
      if (error === null) {
        this.#leave(written);
        this.#writeWaiting();
      } else if (this.#isOver(error)) this.#waiting.length = 0;
      else this.#retrying.refresh();
    });
  }

  /** Returns how many octets it has taken; all of them if nobody reads any more. */
  #writeDirectly(piece: Buffer): number {
    if (this.#direct === undefined) return 0;
    try {
      return writeSync(this.#direct, piece);
    } catch (error) {
      return this.#isOver(error) ? piece.length : 0;
    }
  }

  /** Tells whether nobody reads any more. After any other error, such as a full pipe or disk, the write is tried again. */
  #isOver(error: unknown): boolean {
    if (codeOf(error) === 'EPIPE') this.#isClosed = true;
    return this.#isClosed;
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
      this.#lostLines -= this.#toldLines;
      this.#toldLines = 0;
      if (first.buffer.byteLength === this.#gathered.length) this.#spare.push(Buffer.from(first.buffer));
    }
  }

  /** Has a line wait that tells of those that were lost. To be called when nothing else waits. */
  #tellOfLost(): void {
    this.#toldLines = this.#lostLines;
    this.#wait(this.#lostNotice(this.#toldLines));
    this.#writeWaiting();
  }

  #lostNotice(lines: number): Buffer {
    const time = new Date(this.#clock.nowMs()).toISOString();
    const notice = { level: WARNING, time, lines, msg: 'lines of the log were lost' };
    return Buffer.from(`${JSON.stringify(notice)}\n`);
  }

  /**
   * Writes what is left before the process ends, unless a pipe or socket takes nothing for a second. What the thread pool is writing is left to it: the runtime waits for
   * it.
   */
  #writeLast(): void {
    if (this.#isClosed) return;
    const left = [...this.#waiting.slice(this.#inPool), this.#gathered.subarray(0, this.#length)];
    const untold = this.#lostLines - this.#toldLines;
    if (untold > 0) left.push(this.#lostNotice(untold));
    let end = performance.now() + LAST_MS;
    for (let rest of left) {
      while (rest.length > 0 && performance.now() < end) {
        try {
          rest = rest.subarray(writeSync(this.#direct ?? STANDARD_OUTPUT, rest));
          end = performance.now() + LAST_MS;
        } catch (error) {
          if (codeOf(error) !== 'EAGAIN') return;
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
        }
      }
    }
  }
}

/**
 * Opens a pipe once more, since others may have it open, too, and do not expect that it refuses writes. If that fails (not on Linux, by another user than the one
 * who has made it, or without a reader), and for a socket, takes the descriptor as it is, if the runtime has set it up not to block. Undefined for files.
 */
function directDescriptor(): number | undefined {
  try {
    if (fstatSync(STANDARD_OUTPUT).isFIFO())
      return openSync(`/proc/self/fd/${STANDARD_OUTPUT}`, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    // Goes on as it is.
  }
  return isNonBlocking(STANDARD_OUTPUT) ? STANDARD_OUTPUT : undefined;
}

/** Looks into proc(5): the runtime does not tell. */
function isNonBlocking(descriptor: number): boolean {
  try {
    const [, flags = ''] = /^flags:\s*(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8')) ?? [];
    return (Number.parseInt(flags, 8) & constants.O_NONBLOCK) !== 0;
  } catch {
    return false;
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
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
/** Milliseconds after which standard output is asked again whether it takes more. */
const RETRY_MS = 5;
/** Limit on lines that wait for a slow reader. */
const MAX_WAITING_OCTETS = 16 * 2 ** 20;
/** Pieces of {@link WRITTEN_AT_ONCE}. */
const MAX_TOGETHER = 64;
const LAST_MS = 1000;
