/** The entry of the thread that signs and verifies. */
import { createPublicKey, sign, verify } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { joined } from '../../kernel/formats/joined-octets.ts';
import { packed } from '../../kernel/formats/packed-array.ts';
import type { CryptoOperation, FromCryptoThread, SignOperation, ToCryptoThread } from './crypto-messages.ts';

const port = parentPort!;
let known: CryptoOperation[] = [];

port.on('message', (message: ToCryptoThread) => {
  if (message.anew) known = [];
  known.push(...message.learn);
  if (message.operations.length === 0) return;
  const answer = doAll(message);
  port.postMessage(answer, [answer.octets.buffer]);
});

// Nobody waits for ever for what cannot be read: the end of the thread answers.
port.on('messageerror', (error) => {
  throw error;
});

function doAll({ group, operations, lengths, octets }: ToCryptoThread): FromCryptoThread {
  let part = 0;
  let at = 0;
  const next = () => octets.subarray(at, (at += lengths[part++]!));
  const outcomes = operations.map((number) => {
    const operation = known[number]!;
    return operation.type === 'sign'
      ? signed(operation, next())
      : verified(operation.node, { spki: next(), document: next(), signature: next() });
  });
  return { group, lengths: packed(outcomes, ({ length }) => length), octets: joined(outcomes) };
}

function signed({ key, node: { digest, options }, verifiedBy }: SignOperation, document: Uint8Array): Uint8Array {
  return outcomeOf(() => {
    const signature = sign(digest, document, { key, ...options });
    const good = verifiedBy === undefined || verify(digest, document, { key: verifiedBy, ...options }, signature);
    return good ? signature : NONE;
  });
}

function verified(
  { digest, options }: CryptoOperation['node'],
  { spki, document, signature }: { spki: Uint8Array; document: Uint8Array; signature: Uint8Array },
): Uint8Array {
  return outcomeOf(() => {
    const key = createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' });
    return Uint8Array.of(verify(digest, document, { key, ...options }, signature) ? 1 : 0);
  });
}

/** Returns the outcome. The caller tries again what fails here, and so finds out why. */
function outcomeOf(act: () => Uint8Array): Uint8Array {
  try {
    return act();
  } catch {
    return NONE;
  }
}

const NONE = new Uint8Array();
