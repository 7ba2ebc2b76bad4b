/** The entry of the thread that generates RSA key pairs, behind everything else that the machine has to do. */
import { generateKeyPairSync } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { standBack } from '../../thread-priority.ts';
import type { FromKeyPairThread, ToKeyPairThread } from './key-pair-messages.ts';

const port = parentPort!;
standBack();

port.on('message', ({ bits }: ToKeyPairThread) => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: bits,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
  });
  const answer: FromKeyPairThread = { bits, publicKey: inOwnMemory(publicKey), privateKey: inOwnMemory(privateKey) };
  // Moved, not copied: nothing of the private key stays here.
  port.postMessage(answer, [answer.publicKey.buffer, answer.privateKey.buffer]);
});

/** Returns octets that share their memory with nothing else, and overwrites those that had to be copied. */
function inOwnMemory(octets: Buffer): Uint8Array<ArrayBuffer> {
  const { buffer } = octets;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === octets.length) return new Uint8Array(buffer);
  const copy = Uint8Array.from(octets);
  octets.fill(0);
  return copy;
}
