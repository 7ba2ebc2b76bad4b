/** The thread that signs and verifies, as the event loop sees it. */
import type { Worker } from 'node:worker_threads';
import { joined } from '../../kernel/formats/joined-octets.ts';
import { packed } from '../../kernel/formats/packed-array.ts';
import type { CryptoOperation, FromCryptoThread, ToCryptoThread } from './crypto-messages.ts';

/** Something that waits to be done. */
interface Task {
  readonly operation: CryptoOperation;
  readonly parts: readonly Uint8Array[];
  readonly resolve: (outcome: Uint8Array | undefined) => void;
}

/** Tasks in one message. */
interface SentGroup {
  readonly number: number;
  readonly tasks: readonly Task[];
}

/** Does what it is given in groups, in a thread that ends when nothing was asked of it for a while. */
export class CryptoThread {
  readonly #worker: Worker;
  #ready = false;
  #usedLately = true;
  /** Operations that the thread knows, or will know with the next group. */
  #numbers = new Map<CryptoOperation, number>();
  #learn: CryptoOperation[] = [];
  #anew = false;
  readonly #waiting: Task[] = [];
  /** Groups that the thread works on, the first one first. */
  readonly #sent: SentGroup[] = [];
  #gathering = false;
  #group = 0;
  #failure: unknown;

  /** @param onEnd - told once: nothing is asked of it from then on. With why, when it has failed */
  constructor(worker: Worker, onEnd: (failure: unknown) => void) {
    this.#worker = worker;
    const check = setInterval(() => {
      if (!this.#usedLately && this.#sent.length === 0) void worker.terminate();
      this.#usedLately = false;
    }, IDLE_MS).unref();
    worker.once('online', () => (this.#ready = true));
    worker.on('message', (answer: FromCryptoThread) => this.#take(answer));
    worker.on('messageerror', (error) => this.#fail(error));
    worker.on('error', (error) => (this.#failure = error));
    worker.once('exit', () => {
      clearInterval(check);
      onEnd(this.#failure);
      // Its tasks are done elsewhere.
      for (const { resolve } of [...this.#sent.splice(0).flatMap(({ tasks }) => tasks), ...this.#waiting.splice(0)])
        resolve(undefined);
    });
    // After the listeners: one for messages keeps the process alive.
    worker.unref();
  }

  /** Not while it starts. */
  get ready(): boolean {
    return this.#ready;
  }

  /**
   * Does one operation to its parts, which stay as they are until it is done.
   *
   * @param operation - the same object each time
   * @returns undefined when it came to nothing: somebody else has to do it, and finds out why
   */
  run(operation: CryptoOperation, parts: readonly Uint8Array[]): Promise<Uint8Array | undefined> {
    const { promise, resolve } = Promise.withResolvers<Uint8Array | undefined>();
    this.#waiting.push({ operation, parts, resolve });
    if (this.#waiting.length >= GROUP) this.#send();
    else if (this.#sent.length === 0) this.#gather();
    return promise;
  }

  /** Sends what was gathered before this turn of the event loop is over. */
  sendGathered(): void {
    if (this.#gathering) this.#send();
  }

  /** Drops every operation that it knows, with the keys; those that are still used it learns again. What waits is not done by it. */
  forget(): void {
    for (const { resolve } of this.#waiting.splice(0)) resolve(undefined);
    if (this.#numbers.size > 0) this.#drop();
  }

  #drop(): void {
    this.#numbers = new Map();
    this.#learn = [];
    this.#anew = true;
    this.#post({ number: ++this.#group, tasks: [] });
  }

  /** Sends what this turn of the event loop has brought together. */
  #gather(): void {
    if (this.#gathering) return;
    this.#gathering = true;
    setImmediate(() => {
      this.#gathering = false;
      this.#send();
    });
  }

  #send(): void {
    this.#usedLately = true;
    while (this.#waiting.length > 0 && this.#sent.length < GROUPS_SENT) {
      if (this.#numbers.size > MAX_KNOWN) this.#drop();
      // A caller that waits for an answer keeps the process alive, the thread alone does not.
      if (this.#sent.length === 0) this.#worker.ref();
      const group = { number: ++this.#group, tasks: this.#waiting.splice(0, GROUP) };
      this.#sent.push(group);
      this.#post(group);
    }
  }

  #post({ number: group, tasks }: SentGroup): void {
    const operations = packed(tasks, ({ operation }) => this.#numberOf(operation));
    const parts = tasks.flatMap((task) => task.parts);
    const message: ToCryptoThread = {
      group,
      anew: this.#anew,
      learn: this.#learn,
      operations,
      lengths: packed(parts, ({ length }) => length),
      octets: joined(parts),
    };
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is not a window
    this.#worker.postMessage(message, [message.octets.buffer]);
    this.#anew = false;
    this.#learn = [];
  }

  #numberOf(operation: CryptoOperation): number {
    const known = this.#numbers.get(operation);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(operation, number);
    this.#learn.push(operation);
    return number;
  }

  #take({ group, lengths, octets }: FromCryptoThread): void {
    if (this.#failure !== undefined) return;
    if (this.#sent[0]?.number !== group)
      return this.#fail(new RangeError('an answer of the thread that signs is lost'));
    const { tasks } = this.#sent.shift()!;
    // First of all, the thread is given more to do.
    this.#send();
    if (this.#sent.length === 0) this.#worker.unref();
    let at = 0;
    for (const [index, { resolve }] of tasks.entries()) {
      const length = lengths[index]!;
      resolve(length === 0 ? undefined : octets.subarray(at, at + length));
      at += length;
    }
  }

  /** Ends the thread: nobody is to get what was meant for somebody else. */
  #fail(error: unknown): void {
    this.#failure = error;
    this.#ready = false;
    void this.#worker.terminate();
  }
}

/** Tasks in one message. The more come back together, the more often the code that goes on with each is still in the processor's caches. */
const GROUP = 32;
/** One is worked on, and the next one is there when it is done. */
const GROUPS_SENT = 2;
const IDLE_MS = 10_000;
/** A signature is another operation after each change of the configuration. */
const MAX_KNOWN = 1000;
