import { createHash, subtle } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { type Certificate, type Crl, IndexedCrl, type PublicKey, readable, type ValidPath } from '@sealwright/pki';
import { KeyedQueue } from '../../../kernel/tasks/keyed-queue.ts';
import { TaskThread, type ThreadLoss } from '../../../kernel/tasks/task-thread.ts';
import type { CrlTask, CrlTaskResult } from './crl-task.ts';

/** Possible signers of CRLs. */
interface Signers {
  readonly path: ValidPath;
  readonly certificates: readonly Certificate[];
}

/**
 * CRLs as they are asked, by the digest of their octets: where each entry stands, and by which keys the list is signed.
 *
 * What grows with a list is done once for it, by a thread when the list is large, so that nobody else waits for it. 32 MiB of lists are kept, the last
 * ones that somebody asked for.
 */
export class CrlIndexes {
  readonly #thread = new TaskThread<CrlTask, CrlTaskResult>(startThread, { running: () => MAX_MILLISECONDS });
  readonly #turns = new KeyedQueue();
  readonly #digests = new WeakMap<Crl, Promise<string>>();
  readonly #kept = new Map<string, Kept>();
  readonly #maxOctets: number;
  #octets = 0;

  constructor({ maxOctets = 32 * 1024 * 1024 } = {}) {
    this.#maxOctets = maxOctets;
  }

  /**
   * Returns the lists of `crls` that can be read, with the findings about their signatures by those `signers` that have the name of their issuer.
   * Signatures by other keys are verified when they are asked for, for small lists, and never for large ones.
   *
   * @param signers - none for lists that need no verification
   */
  async prepare(crls: readonly Crl[], signers?: Signers): Promise<readonly IndexedCrl[]> {
    const lists = await Promise.all(crls.map((crl) => this.#list(crl, signers)));
    return lists.filter((list) => list !== undefined);
  }

  async #list(crl: Crl, signers: Signers | undefined): Promise<IndexedCrl | undefined> {
    const isLarge = crl.der.length > MAX_IN_PLACE;
    const digest = await this.#digestOf(crl, isLarge);
    if (!isLarge) return this.#keep(digest, crl, async () => new IndexedCrl(crl));
    const keys = signers === undefined ? [] : keysNamed(crl, signers);
    const list = await this.#keep(digest, crl, () => this.#read(digest, crl, keys));
    if (list !== undefined) await this.#turns.run(digest, () => this.#verify(list, keys));
    return list;
  }

  /** The last one that was asked for stands last. */
  #keep(digest: string, { der: { length: octets } }: Crl, make: () => Promise<IndexedCrl | undefined>): Kept['list'] {
    const kept = this.#kept.get(digest) ?? { octets, list: make() };
    if (!this.#kept.delete(digest)) {
      this.#octets += octets;
      // A task that was not answered is asked anew.
      kept.list.catch(() => this.#drop(digest));
    }
    this.#kept.set(digest, kept);
    for (const oldest of this.#kept.keys()) {
      if (this.#octets <= this.#maxOctets) break;
      if (oldest !== digest) this.#drop(oldest);
    }
    return kept.list;
  }

  #drop(digest: string): void {
    const kept = this.#kept.get(digest);
    if (kept === undefined) return;
    this.#kept.delete(digest);
    this.#octets -= kept.octets;
  }

  async #read(digest: string, crl: Crl, keys: readonly PublicKey[]): Promise<IndexedCrl | undefined> {
    const result = await this.#run(crl, true, keys);
    // The list may be all right: somebody asks again.
    if (result.status === 'lost') this.#drop(digest);
    if (result.status !== 'read') return undefined;
    const list = new IndexedCrl(crl, result.index);
    remember(list, keys, result.signed);
    return list;
  }

  async #verify(list: IndexedCrl, keys: readonly PublicKey[]): Promise<void> {
    const unknown = keys.filter((key) => list.knownSignature(key) === undefined);
    if (unknown.length === 0) return;
    const result = await this.#run(list.crl, false, unknown);
    if (result.status === 'read') remember(list, unknown, result.signed);
  }

  #run({ der }: Crl, index: boolean, keys: readonly PublicKey[]): Promise<CrlTaskResult | ThreadLoss> {
    const octets = new Uint8Array(der);
    const task = { der: octets, index, keys: keys.map((key) => key.der) };
    return this.#thread.run(task, [octets.buffer]);
  }

  #digestOf(crl: Crl, isLarge: boolean): Promise<string> {
    const known = this.#digests.get(crl) ?? (isLarge ? digestAside(crl.der) : digestHere(crl.der));
    this.#digests.set(crl, known);
    return known;
  }
}

interface Kept {
  readonly octets: number;
  /** Undefined when it cannot be read. */
  readonly list: Promise<IndexedCrl | undefined>;
}

function remember(list: IndexedCrl, keys: readonly PublicKey[], signed: readonly boolean[]): void {
  for (const [at, key] of keys.entries()) list.rememberSignature(key, signed[at]!);
}

/**
 * Returns the public keys of certificates with the issuer's name. Their number is bounded, since the sender decides how many have it; those
 * of the path come first.
 */
function keysNamed({ issuer }: Crl, { path, certificates }: Signers): readonly PublicKey[] {
  const { anchor } = path;
  const known = [
    anchor,
    ...path.certificates.map((certificate, at) => ({ certificate, publicKey: path.publicKeys[at]! })),
  ];
  const ofPath = known
    .filter(({ certificate }) => certificate.subject.equals(issuer))
    .map(({ publicKey }) => publicKey);
  const others = certificates
    .filter(({ subject }) => subject.equals(issuer))
    .flatMap((one) => readable(() => one.publicKey) ?? []);
  const keys = new Map([...ofPath, ...others].map((key) => [key.sha256Fingerprint, key]));
  return [...keys.values()].slice(0, MAX_KEYS);
}

async function digestHere(octets: Uint8Array): Promise<string> {
  return createHash('sha256').update(octets).digest('hex');
}

/** In the thread pool, which takes a copy of its own. */
async function digestAside(octets: Uint8Array): Promise<string> {
  return Buffer.from(await subtle.digest('SHA-256', octets as Uint8Array<ArrayBuffer>)).toString('hex');
}

function startThread(): Worker {
  return new Worker(new URL(import.meta.resolve('#crl-thread-entry')), {
    name: 'crl',
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
}

/** Some hundred entries, which take less than what a thread costs. */
const MAX_IN_PLACE = 16 * 1024;
const MAX_KEYS = 12;
const MAX_MILLISECONDS = 30_000;
