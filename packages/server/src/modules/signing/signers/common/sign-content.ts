/** Signatures over contents of any size. */
import type { SignatureAlgorithm } from '@sealwright/pki';
import { allOf, type Content } from '../../../../kernel/content.ts';
import { digestOf, DocumentTooLargeError, type SigningKey } from '../../worker-contract/index.ts';

/**
 * Signs a content. What is large is hashed while it passes by, when the algorithm hashes at all.
 *
 * @throws {@link DocumentTooLargeError} when it does not, and the content is more than is held in memory
 */
export async function signContent(
  key: SigningKey,
  algorithm: SignatureAlgorithm,
  content: Content,
): Promise<Uint8Array> {
  const { inMemory, octets } = content;
  if (inMemory !== undefined && octets <= MAX_AT_ONCE) return key.sign(algorithm, inMemory);
  if (algorithm.hash !== undefined) return key.signDigest(algorithm, await digestOf(content, algorithm.hash));
  if (octets > MAX_WHOLE) {
    throw new DocumentTooLargeError(
      `${algorithm.name} signs a document as a whole, of at most ${MAX_WHOLE} octets; this one has ${octets}`,
    );
  }
  return key.sign(algorithm, await allOf(content));
}

/** The key hashes what fits in here. */
const MAX_AT_ONCE = 512 * 1024;
/** 16 MiB: a token in software copies them once. */
const MAX_WHOLE = 16 * 1024 * 1024;
