/** Signatures of keys in software, made and verified without holding the event loop. */
import { createSign, sign } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import {
  type PublicKey,
  type SignatureAlgorithm,
  type SignatureToVerify,
  signsWith,
  verifySignatureInPool,
} from '@sealwright/pki';
import { type CryptoOperation, CryptoThread, type VerifyOperation } from '../threads/index.ts';
import type { Signing } from './signing.ts';
import { requireGoodSignature } from '../keys/index.ts';

/**
 * Makes and verifies signatures in the thread pool, each on its own; quick ones that are asked for while many are under way in a thread of its own,
 * in groups. The thread is there while it is used.
 *
 * With the messages to the thread a plain signature takes 7 to 9 % more processor time, and its caller waits for the whole group. So of the quick ones that a turn
 * of the event loop brings, the first {@link IN_PLACE} are made in place, at its end, while the thread makes the others and all that are verified.
 */
export class SoftwareSignatures {
  readonly #onBackgroundError: (error: unknown) => void;
  readonly #startThread: () => Worker;
  #thread: CryptoThread | undefined;
  readonly #verifying = new WeakMap<SignatureAlgorithm, VerifyOperation>();
  #underWay = 0;
  /** Quick signatures that this turn of the event loop has brought. */
  #turn: QuickSignature[] = [];
  #noThreadBefore = 0;

  /**
   * @param onBackgroundError - told why the thread has failed
   * @param startThread - runs the entry of the thread; a test's own need not
   */
  constructor(onBackgroundError: (error: unknown) => void, startThread: () => Worker = startWorker) {
    this.#onBackgroundError = onBackgroundError;
    this.#startThread = startThread;
  }

  /** @throws {@link WrongSignatureError} */
  sign(signing: Signing, document: Uint8Array): Promise<Uint8Array> {
    const { quick, verifiedBy } = signing;
    if (!quick || verifiedBy !== undefined || document.length > MAX_IN_THREAD)
      return this.#elsewhere(signing, document);
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
    if (this.#turn.push({ signing, document, resolve, reject }) === 1) setImmediate(() => this.#endTurn());
    return promise;
  }

  /**
   * As `verifySignature`.
   *
   * @throws {PublicKeyError} `key.invalid`
   */
  verify(signed: SignatureToVerify): Promise<boolean> {
    const { algorithm, publicKey, data, signature } = signed;
    const quick = isQuicklyVerified(publicKey) && signsWith(algorithm, publicKey.algorithm);
    return this.#do(
      async () => {
        const outcome = quick && (await this.#inThread(this.#verifyingBy(algorithm), [publicKey.der, data, signature]));
        return outcome ? outcome[0] === 1 : undefined;
      },
      () => verifySignatureInPool(signed),
    );
  }

  /** Has the thread drop all keys that it knows; those that are still used it learns again. */
  forgetKeys(): void {
    for (const { signing, document, resolve, reject } of this.#turn.splice(0))
      signInPool(signing, document).then(resolve, reject);
    this.#thread?.forget();
  }

  #endTurn(): void {
    const inPlace = this.#turn;
    this.#turn = [];
    for (const { signing, document, resolve, reject } of inPlace.splice(IN_PLACE))
      this.#elsewhere(signing, document).then(resolve, reject);
    this.#thread?.sendGathered();
    for (const each of inPlace) signInPlace(each);
  }

  #elsewhere(signing: Signing, document: Uint8Array): Promise<Uint8Array> {
    return this.#do(
      () => (signing.quick ? this.#inThread(signing.operation, [document]) : undefined),
      () => signInPool(signing, document),
    );
  }

  async #do<T>(inThread: () => Promise<T | undefined> | undefined, inPool: () => Promise<T>): Promise<T> {
    this.#underWay++;
    try {
      return (await inThread()) ?? (await inPool());
    } finally {
      this.#underWay--;
    }
  }

  /** Undefined when the thread is not for it, or it came to nothing there. */
  #inThread(operation: CryptoOperation, parts: readonly Uint8Array[]): Promise<Uint8Array | undefined> | undefined {
    if (parts.some(({ length }) => length > MAX_IN_THREAD)) return undefined;
    if (this.#thread === undefined && this.#underWay >= MANY && performance.now() >= this.#noThreadBefore)
      this.#start();
    return this.#thread?.ready === true ? this.#thread.run(operation, parts) : undefined;
  }

  /** The same one for the same algorithm. */
  #verifyingBy(algorithm: SignatureAlgorithm): VerifyOperation {
    let operation = this.#verifying.get(algorithm);
    if (operation === undefined) this.#verifying.set(algorithm, (operation = { type: 'verify', node: algorithm.node }));
    return operation;
  }

  #start(): void {
    try {
      this.#thread = new CryptoThread(this.#startThread(), (failure) => this.#ended(failure));
    } catch (error) {
      this.#ended(error);
    }
  }

  /** Notes that the thread failed. It would fail again, so it is not started with every signature. */
  #ended(failure: unknown): void {
    this.#thread = undefined;
    if (failure === undefined) return;
    this.#noThreadBefore = performance.now() + PAUSE_MS;
    this.#onBackgroundError(failure);
  }
}

/** Returns whether a key signs, and its signature is verified, in less than a tenth of a millisecond. */
export function isQuick(specification: string): boolean {
  return QUICK.has(specification);
}

function isQuicklyVerified({ algorithm, bits, specification }: PublicKey): boolean {
  return isQuick(specification) || (algorithm.name === 'RSA' && bits <= 4096);
}

function startWorker(): Worker {
  return new Worker(new URL(import.meta.resolve('#crypto-thread-entry')), {
    name: 'crypto',
    // Nothing stays there: the room that V8 would take for more is kept small.
    resourceLimits: { maxYoungGenerationSizeMb: 4 },
  });
}

/** A signature that is asked for. */
interface QuickSignature {
  readonly signing: Signing;
  readonly document: Uint8Array;
  readonly resolve: (signature: Uint8Array) => void;
  readonly reject: (error: unknown) => void;
}

function signInPlace({ signing, document, resolve, reject }: QuickSignature): void {
  const { key, node } = signing.operation;
  try {
    resolve(sign(node.digest, document, { key, ...node.options }));
  } catch (error) {
    reject(error);
  }
}

/** In the thread pool. */
async function signInPool(signing: Signing, document: Uint8Array): Promise<Uint8Array> {
  const { operation, verifiedBy } = signing;
  const { key, node } = operation;
  const { digest, options } = node;
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

/** Maximum number of quick signatures in a turn of the event loop that are made in place: all of the requests that a turn hands on, in a millisecond and a half. */
const IN_PLACE = 64;
const QUICK: ReadonlySet<string> = new Set(['P-256', 'Ed25519']);
/** Number of signatures under way from which on the next one is made in the thread. */
const MANY = 8;
const MAX_IN_THREAD = 16_384;
/** After the thread has failed. */
const PAUSE_MS = 10_000;
/** Octets that are copied into the thread pool in about a millisecond. */
const MAX_COPIED = 1024 * 1024;
/** Octets that are hashed in about half a millisecond. */
const SLICE = 512 * 1024;
