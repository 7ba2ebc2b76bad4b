import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject, randomBytes, sign, verify } from 'node:crypto';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { type Transferable, Worker } from 'node:worker_threads';
import {
  parsePublicKey,
  type PublicKey,
  type SignatureAlgorithm,
  signatureAlgorithmByName,
  type SignatureToVerify,
} from '@sealwright/pki';
import type { ToCryptoThread } from '../threads/crypto-messages.ts';
import type { Signing } from './signing.ts';
import { SoftwareSignatures } from './software-signatures.ts';

const DOCUMENT = Buffer.from('what is to be signed');

describe('signatures that many ask for at once', () => {
  it('are made in one thread, each of its own document and by its own key', async () => {
    const { signatures, threads } = counted(startThread);
    const keys = [ecKey(), ecKey(), ecKey('ed25519')];
    await startedThread({ signatures, threads }, keys[0]!);
    for (let round = 0; round < 3; round++) {
      const documents = Array.from({ length: 200 }, (_, index) => randomBytes(index * 7));
      const made = await Promise.all(documents.map((document, i) => signatures.sign(keys[i % 3]!.signing, document)));
      for (const [i, signature] of made.entries())
        assert.ok(keys[i % 3]!.isSignature(documents[i]!, signature), `${i}`);
    }
    assert.equal(threads.length, 1);
    assert.ok(threads[0]!.messages > 0);
  });

  it('fail alone when they are wrong', async () => {
    const { signatures, threads } = counted(startThread);
    const [key, other] = [ecKey(), ecKey()];
    await startedThread({ signatures, threads }, key);
    const [verified, wrong] = [signingOf(key, key.publicKey), signingOf(key, other.publicKey)];
    const asked = Array.from({ length: 64 }, (_, index) => (index % 2 === 0 ? verified : wrong));
    const outcomes = await Promise.allSettled(asked.map((signing) => signatures.sign(signing, DOCUMENT)));
    for (const [index, outcome] of outcomes.entries()) {
      if (index % 2 === 0) assert.ok(outcome.status === 'fulfilled' && key.isSignature(DOCUMENT, outcome.value));
      else assert.equal((outcome as PromiseRejectedResult).reason.code, 'crypto_token.wrong_signature');
    }
    assert.ok(threads[0]!.messages > 0);
  });

  it('go on when keys were forgotten in between', async () => {
    const { signatures, threads } = counted(startThread);
    const key = ecKey();
    await startedThread({ signatures, threads }, key);
    const before = many(signatures, key);
    signatures.forgetKeys();
    for (const signature of [...(await before), ...(await many(signatures, key))])
      assert.ok(key.isSignature(DOCUMENT, signature));
  });

  it('do not teach the thread a key again that was forgotten', async () => {
    const { signatures, threads } = counted(startThread);
    const [key, other] = [ecKey(), ecKey()];
    await startedThread({ signatures, threads }, key);
    await many(signatures, key);
    const waiting = many(signatures, key, 160);
    signatures.forgetKeys();
    const { posted } = threads[0]!;
    assert.equal(posted.at(-1)!.anew, true);
    const before = posted.length;
    for (const signature of await waiting) assert.ok(key.isSignature(DOCUMENT, signature));
    await many(signatures, other);
    const learnt = posted.slice(before).flatMap(({ learn }) => learn);
    assert.deepEqual(learnt, [other.signing.operation]);
  });

  for (const event of ['lost', 'messageerror'])
    it(`go to nobody else when an answer is no longer there (${event})`, async () => {
      const { signatures, threads, failures } = counted(startThread);
      const key = ecKey();
      await startedThread({ signatures, threads }, key);
      const { worker } = threads[0]!;
      const emit = worker.emit.bind(worker) as (...args: unknown[]) => boolean;
      let answers = 0;
      worker.emit = (name: string, ...args: unknown[]) =>
        name === 'message' && ++answers === 1 ? emit(event, ...args) : emit(name, ...args);
      const documents = Array.from({ length: 128 }, () => randomBytes(20));
      const made = await Promise.all(documents.map((document) => signatures.sign(key.signing, document)));
      for (const [index, signature] of made.entries()) assert.ok(key.isSignature(documents[index]!, signature));
      assert.equal(failures.length, 1);
    });

  it('are not lost with their thread', async () => {
    const key = ecKey();
    const { signatures, threads } = counted(() => startScript('port.on("message", () => process.exit(1));'));
    await startedThread({ signatures, threads }, key);
    for (const signature of await many(signatures, key)) assert.ok(key.isSignature(DOCUMENT, signature));
    for (const signature of await many(signatures, key)) assert.ok(key.isSignature(DOCUMENT, signature));
    assert.ok(threads.length > 1);
  });

  it('are not lost when their thread fails, which is told, and not started again at once', async () => {
    const key = ecKey();
    const { signatures, threads, failures } = counted(() =>
      startScript('port.on("message", () => { throw new RangeError("on purpose"); });'),
    );
    await startedThread({ signatures, threads }, key);
    for (const signature of await many(signatures, key)) assert.ok(key.isSignature(DOCUMENT, signature));
    for (const signature of await many(signatures, key)) assert.ok(key.isSignature(DOCUMENT, signature));
    assert.equal(threads.length, 1);
    assert.match(String(failures), /on purpose/);
  });
});

it('signatures that many ask for at once are made without a thread when none can be started', async () => {
  const key = ecKey();
  const failures: unknown[] = [];
  const signatures = new SoftwareSignatures(
    (error) => failures.push(error),
    () => {
      throw new RangeError('no more threads');
    },
  );
  for (const signature of await many(signatures, key)) assert.ok(key.isSignature(DOCUMENT, signature));
  assert.match(String(failures), /^RangeError: no more threads$/);
});

describe('signatures that many want verified at once', () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const ofRsa: SignatureToVerify = {
    algorithm: signatureAlgorithmByName('SHA256withRSAandMGF1'),
    publicKey: parsePublicKey(spki(rsa.publicKey)),
    data: DOCUMENT,
    signature: sign('sha256', DOCUMENT, {
      key: rsa.privateKey,
      ...signatureAlgorithmByName('SHA256withRSAandMGF1').node.options,
    }),
  };

  async function signedBy(key: ReturnType<typeof ecKey>): Promise<SignatureToVerify> {
    const signature = await new SoftwareSignatures(assert.ifError).sign(key.signing, DOCUMENT);
    return { algorithm: key.algorithm, publicKey: key.publicKey, data: DOCUMENT, signature };
  }

  it('are good or wrong, each by its own key, in one thread', async () => {
    const { signatures, threads } = counted(startThread);
    const [ec, edwards] = [ecKey(), ecKey('ed25519')];
    const good = [await signedBy(ec), await signedBy(edwards), ofRsa];
    const wrong = [
      { ...good[0]!, data: Buffer.from('something else') },
      { ...good[0]!, signature: new Uint8Array(0) },
      { ...good[0]!, signature: randomBytes(20_000) },
      { ...good[0]!, publicKey: ecKey().publicKey },
      { ...good[0]!, publicKey: edwards.publicKey },
      { ...good[1]!, signature: good[0]!.signature },
      { ...ofRsa, signature: ofRsa.signature.toReversed() },
    ];
    await startedThread({ signatures, threads }, ec);
    const before = threads[0]!.messages;
    const asked = [...good, ...wrong, ...good, ...wrong, ...good];
    const verdicts = await Promise.all(asked.map((each) => signatures.verify(each)));
    assert.deepEqual(
      verdicts,
      asked.map((each) => good.includes(each)),
    );
    assert.equal(threads.length, 1);
    assert.ok(threads[0]!.messages > before);
  });

  it('fail by an invalid key, however many are asked for', async () => {
    const { signatures, threads } = counted(startThread);
    const key = ecKey();
    const offCurve = key.publicKey.der.slice();
    offCurve[offCurve.length - 1]! ^= 1;
    const bad = { ...(await signedBy(key)), publicKey: parsePublicKey(offCurve) };
    await assert.rejects(signatures.verify(bad), { code: 'key.invalid' });
    await startedThread({ signatures, threads }, key);
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => signatures.verify(bad)));
    for (const outcome of outcomes) assert.equal((outcome as PromiseRejectedResult).reason.code, 'key.invalid');
  });

  it('are verified without a thread when it is lost', async () => {
    const key = ecKey();
    const { signatures, threads } = counted(() => startScript('port.on("message", () => process.exit(1));'));
    await startedThread({ signatures, threads }, key);
    const good = await signedBy(key);
    const verdicts = await Promise.all(Array.from({ length: 40 }, () => signatures.verify(good)));
    assert.ok(verdicts.every(Boolean));
  });
});

describe('a quick signature', () => {
  it('is made in place unless a turn has brought 64 before it, or it is verified, and else in the thread', async () => {
    const { signatures, threads } = counted(startThread);
    const key = ecKey();
    await startedThread({ signatures, threads }, key);
    const { posted } = threads[0]!;
    const signed = async (count: number, signing = key.signing) => {
      const before = posted.length;
      for (const signature of await Promise.all(
        Array.from({ length: count }, () => signatures.sign(signing, DOCUMENT)),
      ))
        assert.ok(key.isSignature(DOCUMENT, signature));
      return posted.slice(before).flatMap(({ operations }) => operations).length;
    };
    for (let turn = 0; turn < 2; turn++) assert.deepEqual([await signed(1), await signed(64)], [0, 0]);
    assert.deepEqual([await signed(67), await signed(1, signingOf(key, key.publicKey))], [3, 1]);
  });

  it('fails alone when it cannot be made', async () => {
    const { signatures } = counted(startThread);
    const key = ecKey();
    const broken = {
      ...key.signing,
      operation: { ...key.signing.operation, node: { digest: 'nothing', options: {} } },
    };
    const [bad, good] = await Promise.allSettled([
      signatures.sign(broken, DOCUMENT),
      signatures.sign(key.signing, DOCUMENT),
    ]);
    assert.equal(bad.status, 'rejected');
    assert.ok(good.status === 'fulfilled' && key.isSignature(DOCUMENT, good.value));
  });
});

describe('a signature', () => {
  it('needs no thread when few are asked for, when it takes its time, or when the document is large', async () => {
    const { signatures, threads } = counted(startThread);
    const key = ecKey();
    for (let index = 0; index < 20; index++) await signatures.sign(key.signing, DOCUMENT);
    const slow = { ...key.signing, quick: false };
    await Promise.all(Array.from({ length: 20 }, () => signatures.sign(slow, DOCUMENT)));
    const large = randomBytes(3 * 1024 * 1024);
    const made = await Promise.all(Array.from({ length: 9 }, () => signatures.sign(key.signing, large)));
    for (const signature of made) assert.ok(key.isSignature(large, signature));
    assert.equal(threads.length, 0);
  });
});

function ecKey(kind: 'ec' | 'ed25519' = 'ec') {
  const { privateKey, publicKey } =
    kind === 'ec' ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : generateKeyPairSync('ed25519');
  const algorithm = signatureAlgorithmByName(kind === 'ec' ? 'SHA256withECDSA' : 'Ed25519');
  return {
    privateKey,
    algorithm,
    signing: signingOf({ privateKey, algorithm }),
    publicKey: parsePublicKey(spki(publicKey)),
    isSignature: (document: Uint8Array, signature: Uint8Array) =>
      verify(algorithm.node.digest, document, publicKey, signature),
  };
}

function signingOf(
  { privateKey, algorithm }: { readonly privateKey: KeyObject; readonly algorithm: SignatureAlgorithm },
  verifiedBy?: PublicKey,
): Signing {
  const { node } = algorithm;
  const operation = { type: 'sign', key: privateKey, node, verifiedBy: verifiedBy?.keyObject } as const;
  return { alias: 'key', algorithm, verifiedBy, quick: true, operation };
}

function spki(key: KeyObject): Uint8Array {
  return new Uint8Array(key.export({ format: 'der', type: 'spki' }));
}

interface CountedThread {
  readonly worker: Worker;
  readonly online: Promise<unknown>;
  messages: number;
  readonly posted: ToCryptoThread[];
}

/** Signatures, with the threads that they started and how often each has answered. */
function counted(start: () => Worker) {
  const threads: CountedThread[] = [];
  const failures: unknown[] = [];
  const startOne = () => {
    const worker = start();
    const thread: CountedThread = { worker, online: once(worker, 'online'), messages: 0, posted: [] };
    const post = thread.worker.postMessage.bind(thread.worker);
    thread.worker.postMessage = (message: ToCryptoThread, transfer?: unknown) => {
      thread.posted.push(message);
      post(message, transfer as readonly Transferable[]);
    };
    thread.worker.on('message', () => thread.messages++);
    threads.push(thread);
    return thread.worker;
  };
  const signatures = new SoftwareSignatures((error) => failures.push(error), startOne);
  return { signatures, threads, failures };
}

/** Asks for many at once, which starts the thread, and waits until it is ready. */
async function startedThread(
  { signatures, threads }: Pick<ReturnType<typeof counted>, 'signatures' | 'threads'>,
  key: ReturnType<typeof ecKey>,
): Promise<void> {
  await many(signatures, key);
  await threads[0]!.online;
}

function many(
  signatures: SoftwareSignatures,
  { signing }: ReturnType<typeof ecKey>,
  length = 100,
): Promise<Uint8Array[]> {
  return Promise.all(Array.from({ length }, () => signatures.sign(signing, DOCUMENT)));
}

function startThread(): Worker {
  return new Worker(new URL(import.meta.resolve('#crypto-thread-entry')));
}

function startScript(code: string): Worker {
  return new Worker(`const { parentPort: port } = require('node:worker_threads'); ${code}`, { eval: true });
}
