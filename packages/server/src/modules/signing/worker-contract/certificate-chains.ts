/** Certificate chains of signers. */
import { basicConstraints, type Certificate, compareBytes, readable } from '@sealwright/pki';

type Chain = readonly Certificate[];

/**
 * Splits a sequence of certificates into chains. A certificate that issued none of those before it begins another chain, unless it is a CA
 * certificate: that is there by mistake, and does not begin the chain of another signer.
 */
export function chainsOf(certificates: readonly Certificate[]): readonly Chain[] {
  const chains: Certificate[][] = [];
  for (const certificate of certificates) {
    const last = chains.at(-1);
    const isIssuer = last?.some(({ issuer }) => issuer.equals(certificate.subject)) === true;
    if (last !== undefined && (isIssuer || isCa(certificate))) last.push(certificate);
    else chains.push([certificate]);
  }
  return chains;
}

/** Returns the first chain whose signer has the key. @param publicKey - DER SubjectPublicKeyInfo */
export function chainForKey(chains: readonly Chain[], publicKey: Uint8Array): Chain | undefined {
  return chains.find(([signer]) => isFor(signer, publicKey));
}

/** Builds the chain for a key from certificates in any order, as far as their signatures prove it. */
export function buildChain(certificates: readonly Certificate[], publicKey: Uint8Array): Chain | undefined {
  const signer = certificates.find((certificate) => isFor(certificate, publicKey));
  return signer && [signer, ...above(signer, without(certificates, signer))];
}

function above(signer: Certificate, others: readonly Certificate[]): Chain {
  const issuer = others.find(
    (certificate) => certificate.subject.equals(signer.issuer) && isSignedBy(signer, certificate),
  );
  if (issuer === undefined) return [];
  return issuer.subject.equals(issuer.issuer) ? [issuer] : [issuer, ...above(issuer, without(others, issuer))];
}

/** Tells whether an issuer's key has signed a certificate; false also for a key that cannot be used. */
export function isSignedBy(certificate: Certificate, issuer: Certificate): boolean {
  return readable(() => certificate.verify(issuer.publicKey)) ?? false;
}

function isCa(certificate: Certificate): boolean {
  return certificate.extension(basicConstraints)?.ca === true;
}

function isFor(certificate: Certificate | undefined, publicKey: Uint8Array): boolean {
  return certificate !== undefined && compareBytes(certificate.publicKeyDer, publicKey) === 0;
}

function without(certificates: readonly Certificate[], one: Certificate): readonly Certificate[] {
  return certificates.filter((certificate) => certificate !== one);
}
