/** Name constraints of a CA and of the CAs above it, applied to issued certificates (RFC 5280 §4.2.1.10). */
import {
  basicConstraints,
  type Certificate,
  type DistinguishedName,
  type Extension,
  findExtension,
  type GeneralName,
  type NameLimits,
  nameLimitsOf,
  PkiError,
  subjectAltName,
} from '@sealwright/pki';
import { NameNotPermittedError } from './errors.ts';
import type { X509Authority } from '../kinds/index.ts';

/**
 * Checks the names requested for a certificate, as far as they are known before it is built.
 *
 * @throws {@link NameNotPermittedError}
 */
export function checkNameConstraints(
  ca: Pick<X509Authority, 'name' | 'chain'>,
  subject: DistinguishedName,
  alternativeNames: readonly GeneralName[],
): void {
  refusing(ca, () => limitsOf(ca.chain)?.check({ subject, alternativeNames, isLast: true }));
}

/**
 * Checks the names in a certificate about to be signed. Link certificates of a CA are exempt, since self-issued certificates in a path are (§6.1.3
 * (b)), and they serve no other purpose.
 *
 * @throws {@link NameNotPermittedError}
 */
export function requirePermittedCertificate(
  ca: Pick<X509Authority, 'name' | 'chain'>,
  { subject, extensions }: { readonly subject: DistinguishedName; readonly extensions: readonly Extension[] },
): void {
  refusing(ca, () => {
    const limits = limitsOf(ca.chain);
    if (limits === undefined) return;
    const isOfCa = findExtension(extensions, basicConstraints)?.ca === true;
    if (isOfCa && subject.equals(ca.chain[0]!.subject)) return;
    limits.check({ subject, alternativeNames: findExtension(extensions, subjectAltName) ?? [], isLast: true });
  });
}

function refusing({ name }: Pick<X509Authority, 'name'>, check: () => void): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    throw new NameNotPermittedError(name, error.message, { cause: error });
  }
}

/** Returns the constraints of a chain, which are parsed once. Chains are immutable, and released with the CA. */
function limitsOf(chain: readonly Certificate[]): NameLimits | undefined {
  if (!limitsOfChains.has(chain)) limitsOfChains.set(chain, nameLimitsOf(chain));
  return limitsOfChains.get(chain);
}

const limitsOfChains = new WeakMap<readonly Certificate[], NameLimits | undefined>();
