import type { KeyObject } from 'node:crypto';
import type { PublicKey, SignatureAlgorithm } from '@sealwright/pki';

/** How a key makes signatures of one algorithm. Kept by whoever signs: the thread knows each by its identity. */
export interface Signing {
  /** The key's, for errors. */
  readonly alias: string;
  readonly key: KeyObject;
  readonly algorithm: SignatureAlgorithm;
  /** What each signature is verified with before it is handed out. */
  readonly verifiedBy: PublicKey | undefined;
  /** Whether a signature takes less than a tenth of a millisecond, so that the way of many to another core costs more than they do. */
  readonly quick: boolean;
}
