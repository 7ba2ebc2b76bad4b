import type { PublicKey, SignatureAlgorithm } from '@sealwright/pki';
import type { SignOperation } from '../threads/index.ts';

/** Signing by a key with one algorithm. The signer keeps it: the thread knows the operation by its identity. */
export interface Signing {
  /** The key's, for errors. */
  readonly alias: string;
  readonly algorithm: SignatureAlgorithm;
  /** Key that verifies each signature before it is handed out. */
  readonly verifiedBy: PublicKey | undefined;
  /** True when a signature takes less than a tenth of a millisecond, so that the way of many to another core costs more than they do. */
  readonly quick: boolean;
  readonly operation: SignOperation;
}
