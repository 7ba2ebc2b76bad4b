import type { DistinguishedName } from '@sealwright/pki';

/**
 * Configuration that authorizes clients by the subject of the CA that issued their certificates.
 *
 * It refers to no document, so it also applies to a CA of that subject that is created, or created again, later.
 */
export interface TrustByName {
  /** Returns the rights needed to create a CA with that subject, or to give it another certificate. */
  neededFor(subject: DistinguishedName): Promise<readonly string[]>;
}
