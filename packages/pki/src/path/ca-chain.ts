/** Chains of CA certificates: put in order, and checked (RFC 5280 §6.1). */
import type { Certificate } from '../certificate/index.ts';
import { compareBytes } from '../der/index.ts';
import { PathError } from './errors.ts';
import { trustAnchorOf } from './trust-anchor.ts';
import { validatePath } from './validate-path.ts';

/**
 * The chain from `certificate` to a root, made of `candidates` in whatever order they come. Each certificate verifies the signature of the
 * one before it; the last one is signed with its own key.
 *
 * @throws {@link PathError} `path.incomplete` when no candidate signed one of them
 * @throws {AlgorithmError} when one is signed in a way that is not known
 */
export function orderCaChain(certificate: Certificate, candidates: readonly Certificate[]): readonly Certificate[] {
  const chain = [certificate];
  for (let last = certificate; !isSelfSigned(last);) {
    const issuer = candidates.find(
      (candidate) => !chain.some((one) => isSame(one, candidate)) && hasSigned(candidate, last),
    );
    if (issuer === undefined) {
      throw new PathError('path.incomplete', `the certificate that signed '${last.subject.toString()}' is missing`);
    }
    chain.push(issuer);
    last = issuer;
  }
  return chain;
}

/**
 * Checks that a chain in order makes its first certificate that of a CA at `now`: a valid path for any policy, whose root keeps to its own dates,
 * path length and constraints of names too. Signatures over SHA-1 are not refused: relying parties decide that.
 *
 * @param chain - ends with the root
 * @param now - seconds since 1970
 * @throws {@link PathError}
 */
export function checkCaChain(chain: readonly Certificate[], now: number): void {
  const [root, ...below] = chain.toReversed() as [Certificate, ...Certificate[]];
  const rules = { now, target: 'ca', acceptWeak: true } as const;
  validatePath(trustAnchorOf(root), [root], rules);
  if (below.length > 0) validatePath(trustAnchorOf(root), below, rules);
}

function isSelfSigned(certificate: Certificate): boolean {
  return hasSigned(certificate, certificate);
}

function hasSigned(issuer: Certificate, certificate: Certificate): boolean {
  return certificate.issuer.equals(issuer.subject) && certificate.verify(issuer.publicKey);
}

function isSame(a: Certificate, b: Certificate): boolean {
  return compareBytes(a.der, b.der) === 0;
}
