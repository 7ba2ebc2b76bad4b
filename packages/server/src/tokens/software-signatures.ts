/** Signatures of keys in software, made without holding the event loop. */
import { createSign, type KeyObject, sign } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { PublicKey, SignatureAlgorithm } from '@sealwright/pki';
import type { FromSigner, ThreadSigning, ToSigner } from './signing-messages.ts';
import { requireGoodSignature } from './verified-signature.ts';

/** How a key makes signatures of one algorithm. Kept by whoever signs: the thread knows each by its identity. */
export interface Signing {
  /** The key's, for errors. */
  readonly alias: string;
  readonly key: KeyObject;
  readonly algorithm: SignatureAlgorithm;
  /** What each signature is verified with before it is handed out. */
  readonly verifiedBy: PublicKey | undefined;
  /** Whether a signature takes less than a tenth of a millisecond, so that the way of many to another core costs more than they do. */
  readonly quick: boolean;
}

/**
 * Makes signatures in the thread pool, each on its own; quick ones that are asked for while many are under way in a thread of its own, in groups: to
 * wake a thread takes 20 us of the event loop, as long as a signature on P-256. The thread is there while it is used.
 */
export class SoftwareSignatures {
  readonly #startThread: () => Worker;
  #thread: SigningThread | undefined;
  #underWay = 0;

  /** @param startThread - runs the entry of the thread; a test's own need not */
  constructor(startThread: () => Worker = startWorker) {
    this.#startThread = startThread;
  }

  /** @throws {@link WrongSignatureError} */
  async sign(signing: Signing, document: Uint8Array): Promise<Uint8Array> {
    this.#underWay++;
    try {
      return (await this.#inThread(signing, document)) ?? (await signInPool(signing, document));
    } finally {
      this.#underWay--;
    }
  }

  /** Has the thread drop all keys that it knows; those that are still used it learns again. */
  forgetKeys(): void {
    this.#thread?.forget();
  }

  /** Undefined when the thread is not for it, or made none. */
  #inThread(signing: Signing, document: Uint8Array): Promise<Uint8Array | undefined> | undefined {
    if (!signing.quick || document.length > MAX_IN_THREAD) return undefined;
    if (this.#thread === undefined && this.#underWay >= MANY)
      this.#thread = new SigningThread(this.#startThread(), () => (this.#thread = undefined));
    return this.#thread?.ready === true ? this.#thread.sign(signing, document) : undefined;
  }
}

/** A document that waits for its signature. */
interface Job {
  readonly signing: Signing;
  readonly document: Uint8Array;
  readonly resolve: (signature: Uint8Array | undefined) => void;
}

class SigningThread {
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

  /** @param onEnd - no signature is asked of it from then on */
  constructor(worker: Worker, onEnd: () => void) {
    this.#worker = worker;
    const check = setInterval(() => {
      if (!this.#usedLately && this.#sent.length === 0) void worker.terminate();
      this.#usedLately = false;
    }, IDLE_MS).unref();
    const end = () => {
      clearInterval(check);
      onEnd();
      // What it had is signed elsewhere.
      for (const { resolve } of [...this.#sent.splice(0).flat(), ...this.#waiting.splice(0)]) resolve(undefined);
    };
    worker.once('online', () => (this.#ready = true));
    worker.on('message', (answer: FromSigner) => this.#take(answer));
    worker.on('error', end);
    worker.on('exit', end);
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

function startWorker(): Worker {
  return new Worker(new URL(import.meta.resolve('#signing-worker')), {
    name: 'signing',
    // Nothing stays there: the room that V8 would take for more is kept small.
    resourceLimits: { maxYoungGenerationSizeMb: 4 },
  });
}

/** In the thread pool. */
async function signInPool(signing: Signing, document: Uint8Array): Promise<Uint8Array> {
  const { key, algorithm, verifiedBy } = signing;
  const { digest, options } = algorithm.node;
  const how = { key, ...options };
  const signature =
    digest !== null && document.length > MAX_COPIED
      ? await signInSlices(digest, document, how)
      : await signAtOnce(digest, document, how);
  if (verifiedBy !== undefined)
    await requireGoodSignature({ ...signing, publicKey: verifiedBy, data: document, signature });
  return signature;
}

function signAtOnce(digest: string | null, document: Uint8Array, how: Parameters<typeof sign>[2]): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  sign(digest, document, how, (error, signature) => {
    if (error === null) resolve(signature);
    else reject(error);
  });
  return promise;
}

/** Hashes in the event loop, a little at a time: the thread pool would first get a copy, which takes longer for a CRL of 40 MB. */
async function signInSlices(
  digest: string,
  document: Uint8Array,
  how: Parameters<typeof sign>[2],
): Promise<Uint8Array> {
  const signing = createSign(digest);
  for (let at = 0; at < document.length; at += SLICE) {
    signing.update(document.subarray(at, at + SLICE));
    await nextTurn();
  }
  return signing.sign(how);
}

/** As many signatures under way, and the next one is made in the thread. */
const MANY = 8;
/** Documents in one message. */
const GROUP = 16;
/** One is worked on, and the next one is there when it is done. */
const GROUPS_SENT = 2;
const MAX_IN_THREAD = 16_384;
const IDLE_MS = 10_000;
/** A signing is another one after each change of the configuration. */
const MAX_KNOWN = 1000;
/** Octets that are copied into the thread pool in about a millisecond. */
const MAX_COPIED = 1024 * 1024;
/** Octets that are hashed in about half a millisecond. */
const SLICE = 512 * 1024;
