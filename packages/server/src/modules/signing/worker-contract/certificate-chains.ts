/** Certificates of signers with those above them. */
import { basicConstraints, type Certificate, compareBytes, readable } from '@sealwright/pki';

type Chain = readonly Certificate[];

/**
 * Takes apart what stands one behind the other: a certificate that issued none of those before it begins another chain, unless it is that of a
 * CA. Such a one stands among those of others by mistake, and the chain is no other signer's for that.
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

/** The first whose signer has the key. @param publicKey - DER SubjectPublicKeyInfo */
export function chainForKey(chains: readonly Chain[], publicKey: Uint8Array): Chain | undefined {
  return chains.find(([signer]) => isFor(signer, publicKey));
}

/** A certificate for the key out of some in any order, and those of them above it, as far as signatures prove it. */
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

/** Returns whether the key of an issuer has signed a certificate. One that cannot be used has signed none. */
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
