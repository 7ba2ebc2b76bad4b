/** Chains of CA certificates: put in order, and checked (RFC 5280 §6.1). */
import type { Certificate } from '../certificate/index.ts';
import { compareBytes } from '../der/index.ts';
import { basicConstraints, keyUsage } from '../extension/index.ts';
import { knownExtension } from '../extension/known-extensions.ts';
import { PathError } from './errors.ts';

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
 * Checks that a chain in order makes its first certificate that of a CA at `now`: dates, basic constraints with their path lengths, key
 * usage, and that no critical extension is unknown (RFC 5280 §6.1.4). Signatures are the matter of {@link orderCaChain}. Policies and name
 * constraints are not looked at: they say nothing of the CA itself, and whoever relies on its certificates applies them.
 *
 * @param now - seconds since 1970
 * @throws {@link PathError}
 */
export function checkCaChain(chain: readonly Certificate[], now: number): void {
  for (const [below, certificate] of chain.entries()) {
    requireValid(certificate, now);
    requireCa(certificate, chain.slice(0, below));
    requireKnownExtensions(certificate);
  }
}

function requireValid(certificate: Certificate, now: number): void {
  const { notBefore, notAfter } = certificate;
  if (now >= notBefore && now <= notAfter) return;
  const what = now < notBefore ? 'is not valid yet' : 'has expired';
  throw new PathError('path.not_valid_now', `the certificate of '${nameOf(certificate)}' ${what}`);
}

/** `below`: the certificates between this one and the end of the path that is to be, all of CAs. */
function requireCa(certificate: Certificate, below: readonly Certificate[]): void {
  const constraints = certificate.extension(basicConstraints);
  if (constraints?.ca !== true) {
    throw new PathError('path.not_a_ca', `the certificate of '${nameOf(certificate)}' is not that of a CA`);
  }
  const usages = certificate.extension(keyUsage);
  if (usages !== undefined && !usages.has('keyCertSign')) {
    throw new PathError('path.key_usage', `the key of '${nameOf(certificate)}' may not sign certificates`);
  }
  // Self-issued certificates do not count (RFC 5280 §4.2.1.9).
  const counting = below.filter((one) => !one.subject.equals(one.issuer)).length;
  if (constraints.pathLength !== undefined && counting > constraints.pathLength) {
    throw new PathError(
      'path.too_long',
      `'${nameOf(certificate)}' allows ${constraints.pathLength} CAs below it, and there are ${counting}`,
    );
  }
}

function requireKnownExtensions(certificate: Certificate): void {
  const unknown = certificate.extensions.find(({ critical, oid }) => critical && knownExtension(oid) === undefined);
  if (unknown === undefined) return;
  const message = `the certificate of '${nameOf(certificate)}' has the critical extension ${unknown.oid}, which is not known`;
  throw new PathError('path.critical_extension', message);
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

function nameOf({ subject }: Certificate): string {
  return subject.toString();
}
