import assert from 'node:assert/strict';
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { describe, it, type TestContext } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { eventually } from '../../../../../test/eventually.ts';
import { type NewKeyPair, planKeyPair } from '../../modules/crypto-tokens/index.ts';
import type { FromKeyPairThread, ToKeyPairThread } from './key-pair-messages.ts';
import { KeyPairPool, type KeyPairPoolOptions } from './key-pair-pool.ts';
import { startKeyPairThread } from './start-key-pair-thread.ts';
import { atEnd } from '../../../test/at-end.ts';

const rsa = (bits: number) => planKeyPair({ algorithm: 'RSA', specification: String(bits), keyUsage: undefined });
const plan = (algorithm: string, specification = '') => planKeyPair({ algorithm, specification, keyUsage: undefined });

/** A thread that hands out numbers instead of key pairs, when the test says so. */
class ScriptedThread extends EventEmitter {
  readonly asked: number[] = [];
  readonly made: FromKeyPairThread[] = [];
  isTerminated = false;

  postMessage({ bits }: ToKeyPairThread): void {
    this.asked.push(bits);
  }

  /** Answers the last message. */
  answer(): void {
    const privateKey = new Uint8Array(4).fill(this.made.length + 1);
    const message = { bits: this.asked.at(-1)!, publicKey: new Uint8Array(1), privateKey };
    this.made.push(message);
    this.emit('message', message);
  }

  unref(): void {}

  async terminate(): Promise<number> {
    this.isTerminated = true;
    this.emit('exit', 1);
    return 1;
  }
}

function scripted(t: TestContext, options: Partial<KeyPairPoolOptions> = {}) {
  const threads: ScriptedThread[] = [];
  const clock = { ms: 0, nowMs: () => clock.ms };
  const errors: unknown[] = [];
  const pool = new KeyPairPool({
    ready: 2,
    sizes: [],
    clock,
    onBackgroundError: (error) => errors.push(error),
    startThread: () => {
      const thread = new ScriptedThread();
      threads.push(thread);
      return thread as unknown as Worker;
    },
    ...options,
  });
  atEnd(t, () => pool.stop());
  return { pool, threads, clock, errors, look: () => pool.task.run(new AbortController().signal) };
}

function requireFitting({ privateKey, publicKey }: NewKeyPair): void {
  const key = createPrivateKey({ key: Buffer.from(privateKey), format: 'der', type: 'pkcs8' });
  const fromPrivate = createPublicKey(key).export({ format: 'der', type: 'spki' });
  assert.ok(fromPrivate.equals(publicKey));
}

describe('the pool of key pairs', () => {
  it('generates a key pair of every kind', async (t) => {
    const { pool } = scripted(t, { ready: 0 });
    for (const each of [plan('EC', 'P-256'), plan('Ed25519'), plan('ML-DSA-44'), plan('X25519'), rsa(2048)])
      requireFitting(await pool.generate(each));
  });

  it('hands out each key pair of its thread once, and has it generate the next ones of that size', async (t) => {
    const { pool, threads } = scripted(t);
    requireFitting(await pool.generate(rsa(2048)));
    const [thread] = threads;
    thread!.answer();
    thread!.answer();
    assert.deepEqual(thread!.asked, [2048, 2048], 'no more than are kept ready');
    const first = await pool.generate(rsa(2048));
    const second = await pool.generate(rsa(2048));
    assert.deepEqual([first.privateKey[0], second.privateKey[0]], [1, 2]);
    assert.deepEqual(thread!.asked, [2048, 2048, 2048]);
    requireFitting(await pool.generate(rsa(2048)));
  });

  it('keeps the sizes of the settings ready before anybody asks', async (t) => {
    const { pool, threads, look } = scripted(t, { sizes: [3072], ready: 1 });
    await look();
    threads[0]!.answer();
    assert.equal((await pool.generate(rsa(3072))).privateKey[0], 1);
  });

  it('overwrites what nobody has asked for in an hour, and ends a thread that has nothing to do', async (t) => {
    const { pool, threads, clock, look } = scripted(t, { ready: 1 });
    await pool.generate(rsa(2048));
    threads[0]!.answer();
    const [{ privateKey }] = threads[0]!.made as [FromKeyPairThread];
    clock.ms = 60 * 60 * 1000 + 1;
    await look();
    assert.deepEqual([...privateKey], [0, 0, 0, 0]);
    assert.equal(threads[0]!.isTerminated, false, 'it has worked since the last look');
    await look();
    assert.equal(threads[0]!.isTerminated, true);
  });

  it('overwrites everything when it stops, what comes late included', async (t) => {
    const { pool, threads } = scripted(t);
    await pool.generate(rsa(2048));
    const [thread] = threads;
    thread!.answer();
    await pool.stop();
    thread!.answer();
    assert.deepEqual(
      thread!.made.map(({ privateKey }) => privateKey[0]),
      [0, 0],
    );
    await assert.rejects(pool.generate(rsa(2048)), { code: 'ra.keys_busy' });
  });

  it('remembers four sizes, those that were asked for last', async (t) => {
    const { pool, threads } = scripted(t, { ready: 1 });
    for (const bits of [2048, 2056, 2064, 2072]) {
      await pool.generate(rsa(bits));
      threads[0]!.answer();
    }
    const [{ privateKey }] = threads[0]!.made as [FromKeyPairThread];
    await pool.generate(rsa(2080));
    assert.deepEqual([...privateKey], [0, 0, 0, 0]);
  });

  it('has larger keys than the thread should make generated at once', async (t) => {
    const { pool, threads } = scripted(t);
    requireFitting(await pool.generate(rsa(4104)));
    assert.deepEqual(threads, []);
  });

  it('refuses when those that wait would wait too long', async (t) => {
    const { pool } = scripted(t, { ready: 0 });
    const waiting = Array.from({ length: 2 + 512 }, () => pool.generate(rsa(2048)));
    await assert.rejects(pool.generate(rsa(2048)), { code: 'ra.keys_busy', kind: 'unavailable' });
    await pool.stop();
    const ends = await Promise.allSettled(waiting);
    assert.equal(ends.filter(({ status }) => status === 'fulfilled').length, 2);
  });

  it('gives what the thread has made to the first who waits for the size', async (t) => {
    const { pool, threads } = scripted(t);
    const under = [pool.generate(rsa(2048)), pool.generate(rsa(2048))];
    const waiting = pool.generate(rsa(2048));
    threads[0]!.answer();
    assert.equal((await waiting).privateKey[0], 1);
    await Promise.all(under);
  });

  it('does without a thread that fails, for a minute', async (t) => {
    const { pool, threads, clock, errors } = scripted(t);
    await pool.generate(rsa(2048));
    const failure = new RangeError('no thread');
    threads[0]!.emit('error', failure);
    threads[0]!.emit('exit', 1);
    await pool.generate(rsa(2048));
    assert.equal(threads.length, 1);
    assert.deepEqual(errors, [failure]);
    clock.ms = 60_000;
    await pool.generate(rsa(2048));
    assert.equal(threads.length, 2);
  });

  it('has as many wait as may wait', async (t) => {
    const pool = new KeyPairPool({
      ready: 0,
      sizes: [],
      waiting: 1,
      clock: { nowMs: () => 0 },
      onBackgroundError: (error) => assert.fail(String(error)),
    });
    atEnd(t, () => pool.stop());
    const made = Array.from({ length: 3 }, () => pool.generate(rsa(2048)));
    await assert.rejects(pool.generate(rsa(2048)), { code: 'ra.keys_busy' });
    await Promise.all(made);
  });

  it('gets key pairs that fit from its own thread', async (t) => {
    const made: NewKeyPair[] = [];
    const pool = new KeyPairPool({
      ready: 1,
      sizes: [2048],
      clock: { nowMs: () => 0 },
      onBackgroundError: (error) => assert.fail(String(error)),
      startThread: () => {
        const thread = startKeyPairThread();
        thread.on('message', (message: FromKeyPairThread) => made.push(message));
        return thread;
      },
    });
    atEnd(t, () => pool.stop());
    await pool.task.run(new AbortController().signal);
    await eventually('a key pair of the thread', () => made.length > 0);
    const taken = await pool.generate(rsa(2048));
    assert.equal(taken.privateKey, made[0]!.privateKey);
    requireFitting(taken);
  });
});
