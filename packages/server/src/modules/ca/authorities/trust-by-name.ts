import type { DistinguishedName } from '@sealwright/pki';

/**
 * Configuration that lets clients in by the subject of the CA that issued their certificates.
 *
 * It names no document, so that a CA which is made later, or made again, is the one that it means.
 */
export interface TrustByName {
  /** Returns the resources needed to make a CA of that subject known, or to give it another certificate. */
  neededFor(subject: DistinguishedName): Promise<readonly string[]>;
}
