/** Digests of contents of any size. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { digest, type HashAlgorithm, startDigest } from '@sealwright/pki';
import type { Content } from '../../../kernel/content.ts';

/** Computes the digest of a content, which is read once per hash algorithm, in pieces. A signature and the worker log share the result. */
export function digestOf(content: Content, hash: HashAlgorithm): Promise<Uint8Array> {
  const { inMemory, octets } = content;
  if (inMemory !== undefined && octets <= PIECE) return Promise.resolve(digest(hash, inMemory));
  let known = made.get(content);
  if (known === undefined) made.set(content, (known = new Map()));
  let making = known.get(hash);
  if (making === undefined) known.set(hash, (making = digestInPieces(content, hash)));
  return making;
}

async function digestInPieces(content: Content, hash: HashAlgorithm): Promise<Uint8Array> {
  const started = startDigest(hash);
  for (let at = 0; at < content.octets; at += PIECE) {
    started.update(await content.read(at, PIECE));
    await nextTurn();
  }
  return new Uint8Array(started.digest());
}

const made = new WeakMap<Content, Map<HashAlgorithm, Promise<Uint8Array>>>();
/** Number of octets that can be hashed in about half a millisecond. */
const PIECE = 512 * 1024;
