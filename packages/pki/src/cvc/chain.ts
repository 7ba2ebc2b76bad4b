/** Chains of card verifiable certificates: from a trusted key of a country verifying CA over link certificates to a terminal (BSI TR-03110 part 3 2.5, 2.7). */
import type { HolderAuthorization } from './authorization.ts';
import { formatDay } from './calendar-day.ts';
import type { CvCertificate } from './certificate.ts';
import { CvcError } from './errors.ts';
import type { CvPublicKey } from './public-key.ts';

/** Facts about the last certificate of a valid chain. */
export interface VerifiedChain {
  /** The holder's key, with the domain parameters that it inherits. */
  readonly publicKey: CvPublicKey;
  /** Authorization that every certificate of the chain grants. */
  readonly authorization: HolderAuthorization;
}

/**
 * Verifies that each certificate was issued by the holder of the one before.
 *
 * Link certificates are accepted after they have expired, all others are not (2.5). The algorithm and the domain parameters of a chain are
 * those of its country verifying CA; only a link certificate may change them (2.3).
 *
 * @param trusted - a certificate of a country verifying CA that is trusted for other reasons; its own signature is not looked at
 * @param chain - what follows upon it, at most 32
 * @param day - the day on which the chain has to hold, since 1970-01-01
 * @throws {@link CvcError} `cvc.bad_chain`, `cvc.bad_signature`, `cvc.parameters_missing`
 */
export function verifyCvChain(trusted: CvCertificate, chain: readonly CvCertificate[], day: number): VerifiedChain {
  if (chain.length > MAX_LENGTH) throw broken(`a chain has ${chain.length} certificates; it has at most ${MAX_LENGTH}`);
  if (trusted.authorization.role !== 'CVCA') throw broken(`${trusted.holder.text} is not a country verifying CA`);
  let issuer = trusted;
  let publicKey = trusted.publicKey;
  let rights = trusted.authorization.rights;
  for (const certificate of chain) {
    requireIssuedBy(certificate, issuer);
    requireInForce(certificate, day);
    certificate.verify(publicKey);
    requireSameAlgorithm(certificate, publicKey);
    publicKey = certificate.publicKey.inheriting(publicKey);
    rights = certificate.isLink ? certificate.authorization.rights : rights & certificate.authorization.rights;
    issuer = certificate;
  }
  return { publicKey, authorization: { ...issuer.authorization, rights } };
}

/**
 * Checks what two certificates say of one another; the signature is not looked at.
 *
 * @throws {@link CvcError} `cvc.bad_chain`
 */
export function requireIssuedBy(certificate: CvCertificate, issuer: CvCertificate): void {
  const { holder, authority, authorization, effectiveDay } = certificate;
  if (!authority.equals(issuer.holder))
    throw broken(`${holder.text} names ${authority.text} as its authority, not ${issuer.holder.text}`);
  if (authorization.terminalType !== issuer.authorization.terminalType) {
    const types = `${authorization.terminalType} terminals, and its authority to ${issuer.authorization.terminalType} terminals`;
    throw broken(`${holder.text} belongs to ${types}`);
  }
  const issuable = ISSUED_BY[issuer.authorization.role];
  if (!issuable.includes(authorization.role)) {
    throw broken(
      `a ${issuer.authorization.role} such as ${issuer.holder.text} certifies no ${authorization.role} such as ${holder.text}`,
    );
  }
  if (effectiveDay < issuer.effectiveDay) {
    const before = `${formatDay(effectiveDay)}, before that of its authority on ${formatDay(issuer.effectiveDay)}`;
    throw broken(`the certificate of ${holder.text} takes effect on ${before}`);
  }
}

function requireInForce(certificate: CvCertificate, day: number): void {
  const { holder, effectiveDay, expirationDay } = certificate;
  if (day < effectiveDay) throw broken(`the certificate of ${holder.text} takes effect on ${formatDay(effectiveDay)}`);
  if (day > expirationDay && !certificate.isLink)
    throw broken(`the certificate of ${holder.text} expired after ${formatDay(expirationDay)}`);
}

function requireSameAlgorithm(certificate: CvCertificate, issuerKey: CvPublicKey): void {
  const { algorithm } = certificate.publicKey;
  if (certificate.isLink || algorithm.name === issuerKey.algorithm.name) return;
  throw broken(
    `the key of ${certificate.holder.text} signs with ${algorithm.name}, its chain with ${issuerKey.algorithm.name}`,
  );
}

function broken(message: string): CvcError {
  return new CvcError('cvc.bad_chain', message);
}

const ISSUED_BY: Readonly<Record<HolderAuthorization['role'], readonly HolderAuthorization['role'][]>> = {
  CVCA: ['CVCA', 'DV_D', 'DV_F'],
  DV_D: ['TERMINAL'],
  DV_F: ['TERMINAL'],
  TERMINAL: [],
};
const MAX_LENGTH = 32;
