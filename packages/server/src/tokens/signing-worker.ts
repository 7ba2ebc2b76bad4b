/** The entry of the thread that signs. */
import { sign, verify } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import type { FromSigner, ThreadSigning, ToSigner } from './signing-messages.ts';

const port = parentPort!;
let known: ThreadSigning[] = [];

port.on('message', (message: ToSigner) => {
  if (message.anew) known = [];
  known.push(...message.learn);
  if (message.numbers.length === 0) return;
  const answer = signAll(message);
  port.postMessage(answer, [answer.signatures.buffer]);
});

function signAll({ numbers, lengths, documents }: ToSigner): FromSigner {
  let at = 0;
  const made = lengths.map((length, index) => {
    const document = documents.subarray(at, (at += length));
    return signOne(known[numbers[index]!]!, document);
  });
  const signatures = new Uint8Array(made.reduce((octets, { length }) => octets + length, 0));
  at = 0;
  for (const signature of made) {
    signatures.set(signature, at);
    at += signature.length;
  }
  return { lengths: made.map(({ length }) => length), signatures };
}

function signOne({ key, node: { digest, options }, verifiedBy }: ThreadSigning, document: Uint8Array): Uint8Array {
  try {
    const signature = sign(digest, document, { key, ...options });
    if (verifiedBy === undefined || verify(digest, document, { key: verifiedBy, ...options }, signature))
      return signature;
  } catch {
    // Whoever asked tries it once more, and finds out why.
  }
  return NONE;
}

const NONE = new Uint8Array();
