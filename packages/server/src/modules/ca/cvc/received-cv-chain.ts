/** Card verifiable certificates of CAs received from elsewhere: reading them, and building the chain to their country verifying CA. */
import { CvCertificate, verifyCvChain } from '@sealwright/pki';
import { CaCertificateError, readReceived, understood } from '../authorities/index.ts';

/**
 * Reads the certificates in texts, each of which holds one or more as PEM, or one as base64.
 *
 * @throws {@link CaCertificateError}, {@link CaChainTooLongError}
 */
export function readCvCertificates(texts: readonly string[]): readonly CvCertificate[] {
  return readReceived(texts, (octets) => CvCertificate.parse(octets));
}

/**
 * Returns the verified chain of a document verifier: its certificate and that of its country verifying CA, taken from `others`.
 *
 * @param day - since 1970-01-01
 * @throws {@link CaCertificateError}
 */
export function cvChainOf(
  certificate: CvCertificate,
  others: readonly CvCertificate[],
  day: number,
): readonly [CvCertificate, CvCertificate] {
  const { authority, holder } = certificate;
  const issuer = others.find((other) => other.holder.equals(authority) && other.authorization.role === 'CVCA');
  if (issuer === undefined) {
    throw new CaCertificateError(
      `The certificate of ${holder.text} is of ${authority.text}, whose own certificate is missing. Give it as well.`,
    );
  }
  understood(() => {
    if (issuer.isSelfSigned) issuer.verify(issuer.publicKey);
    verifyCvChain(issuer, [certificate], day);
  });
  return [certificate, issuer];
}

/**
 * Returns the verified chain of a CA received from elsewhere. That of a country verifying CA is its self-signed certificate.
 *
 * @param day - since 1970-01-01
 * @throws {@link CaCertificateError}
 */
export function caCvChain(
  certificate: CvCertificate,
  others: readonly CvCertificate[],
  day: number,
): readonly [CvCertificate, ...CvCertificate[]] {
  const { holder, authorization, isLink, publicKey, effectiveDay, expirationDay } = certificate;
  if (authorization.role === 'TERMINAL') throw new CaCertificateError(`${holder.text} is a terminal, and no CA.`);
  if (authorization.role !== 'CVCA') return cvChainOf(certificate, others, day);
  if (isLink)
    throw new CaCertificateError(
      `The certificate of ${holder.text} is a link. Give the one that it has signed itself.`,
    );
  if (day < effectiveDay || day > expirationDay)
    throw new CaCertificateError(`The certificate of ${holder.text} is not in force today.`);
  understood(() => certificate.verify(publicKey));
  return [certificate];
}
