/** The name constraints of a CA and of those above it, applied to what it issues (RFC 5280 §4.2.1.10). */
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
import type { X509Authority } from '../authorities/index.ts';

/**
 * Checks the names that a certificate of the CA is to have, as far as they are known before it is made.
 *
 * @throws {@link NameNotPermittedError}
 */
export function requirePermittedNames(
  ca: Pick<X509Authority, 'name' | 'chain'>,
  subject: DistinguishedName,
  alternativeNames: readonly GeneralName[],
): void {
  refusing(ca, () => limitsOf(ca.chain)?.check({ subject, alternativeNames, isLast: true }));
}

/**
 * Checks a certificate that is about to be signed, by the names that stand in it. One that links two keys of a CA is exempt: self-issued
 * certificates in a path are (§6.1.3 (b)), and it is good for nothing else.
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

/** Reads the constraints once for each chain, which is immutable and forgotten with what is kept of the CA. */
function limitsOf(chain: readonly Certificate[]): NameLimits | undefined {
  if (!limitsOfChains.has(chain)) limitsOfChains.set(chain, nameLimitsOf(chain));
  return limitsOfChains.get(chain);
}

const limitsOfChains = new WeakMap<readonly Certificate[], NameLimits | undefined>();
