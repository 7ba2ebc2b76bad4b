/** Workers sign what they are sent, certificates among it: so none signs with the key of a CA. */
import type { TokenOfWorker } from './worker-token.ts';

/** Which keys are those of CAs. */
export interface CaKeyDirectory {
  isOfCa(tokenId: number, alias: string, publicKey: Uint8Array): Promise<boolean>;
  /** Wherever it is. */
  isKeyOfCa(publicKey: Uint8Array): Promise<boolean>;
}

/**
 * Whether a key is that of a CA, present or former. CAs have theirs in tokens that are configured; the same key may be in a keystore, or
 * in a slot that a worker names, too.
 */
export async function isKeyOfCa(
  caKeys: CaKeyDirectory,
  { kind, id }: TokenOfWorker,
  alias: string,
  publicKey: Uint8Array,
): Promise<boolean> {
  return kind === 'configured' ? caKeys.isOfCa(id, alias, publicKey) : caKeys.isKeyOfCa(publicKey);
}
