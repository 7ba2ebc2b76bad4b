/** The thread that signs, as the event loop sees it. */
import type { Worker } from 'node:worker_threads';
import type { Signing } from './signing.ts';
import type { FromSigner, ThreadSigning, ToSigner } from './signing-messages.ts';

/** A document that waits for its signature. */
interface Job {
  readonly signing: Signing;
  readonly document: Uint8Array;
  readonly resolve: (signature: Uint8Array | undefined) => void;
}

/** Signs what it is given in groups, in a thread that ends when nothing was asked of it for a while. */
export class SigningThread {
  readonly #worker: Worker;
  #ready = false;
  #usedLately = true;
  /** Those that the thread knows, and those that it will with the next group. */
  #numbers = new Map<Signing, number>();
  #learn: ThreadSigning[] = [];
  #anew = false;
  readonly #waiting: Job[] = [];
  /** Groups that the thread works on, the first one first. */
  readonly #sent: (readonly Job[])[] = [];
  #gathering = false;

  /** @param onEnd - told once: no signature is asked of it from then on. With why, when it has failed */
  constructor(worker: Worker, onEnd: (failure: unknown) => void) {
    this.#worker = worker;
    const check = setInterval(() => {
      if (!this.#usedLately && this.#sent.length === 0) void worker.terminate();
      this.#usedLately = false;
    }, IDLE_MS).unref();
    let failure: unknown;
    worker.once('online', () => (this.#ready = true));
    worker.on('message', (answer: FromSigner) => this.#take(answer));
    worker.on('error', (error) => (failure = error));
    worker.once('exit', () => {
      clearInterval(check);
      onEnd(failure);
      // What it had is signed elsewhere.
      for (const { resolve } of [...this.#sent.splice(0).flat(), ...this.#waiting.splice(0)]) resolve(undefined);
    });
    // After the listeners: one for messages keeps the process alive.
    worker.unref();
  }

  /** Not while it starts. */
  get ready(): boolean {
    return this.#ready;
  }

  /** Undefined when it made none. */
  sign(signing: Signing, document: Uint8Array): Promise<Uint8Array | undefined> {
    const { promise, resolve } = Promise.withResolvers<Uint8Array | undefined>();
    this.#waiting.push({ signing, document, resolve });
    if (this.#waiting.length >= GROUP) this.#send();
    else if (this.#sent.length === 0) this.#gather();
    return promise;
  }

  forget(): void {
    this.#numbers = new Map();
    this.#learn = [];
    this.#anew = true;
    this.#post([]);
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
      if (this.#numbers.size > MAX_KNOWN) this.forget();
      // Who waits for an answer keeps the process alive, the thread alone does not.
      if (this.#sent.length === 0) this.#worker.ref();
      const group = this.#waiting.splice(0, GROUP);
      this.#sent.push(group);
      this.#post(group);
    }
  }

  #post(group: readonly Job[]): void {
    const numbers = group.map(({ signing }) => this.#numberOf(signing));
    const documents = Buffer.concat(group.map(({ document }) => document));
    const message: ToSigner = {
      anew: this.#anew,
      learn: this.#learn,
      numbers,
      lengths: group.map(({ document }) => document.length),
      // Of a buffer that shares its memory with others all of it would be copied.
      documents: new Uint8Array(documents),
    };
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
    this.#worker.postMessage(message, [message.documents.buffer]);
    this.#anew = false;
    this.#learn = [];
  }

  #numberOf(signing: Signing): number {
    const known = this.#numbers.get(signing);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(signing, number);
    this.#learn.push({ key: signing.key, node: signing.algorithm.node, verifiedBy: signing.verifiedBy?.keyObject });
    return number;
  }

  #take({ lengths, signatures }: FromSigner): void {
    const group = this.#sent.shift()!;
    // First of all, the thread is given more to do.
    this.#send();
    if (this.#sent.length === 0) this.#worker.unref();
    let at = 0;
    for (const [index, { resolve }] of group.entries()) {
      const length = lengths[index]!;
      resolve(length === 0 ? undefined : signatures.subarray(at, at + length));
      at += length;
    }
  }
}

/** Documents in one message. */
const GROUP = 16;
/** One is worked on, and the next one is there when it is done. */
const GROUPS_SENT = 2;
const IDLE_MS = 10_000;
/** A signing is another one after each change of the configuration. */
const MAX_KNOWN = 1000;
