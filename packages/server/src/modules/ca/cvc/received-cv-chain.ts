/** Card verifiable certificates of CAs that come from elsewhere: read, and put under their country verifying CA. */
import { CvCertificate, parsePem, PkiError, verifyCvChain } from '@sealwright/pki';
import { CaCertificateError, CaChainTooLongError } from '../authorities/index.ts';

/**
 * The certificates of texts, each of which is PEM of one or more, or base64 of one.
 *
 * @throws {@link CaCertificateError}, {@link CaChainTooLongError}
 */
export function readCvCertificates(texts: readonly string[]): readonly CvCertificate[] {
  const encoded = texts.flatMap(octetsOf);
  if (encoded.length > MAX_CHAIN) throw new CaChainTooLongError(MAX_CHAIN);
  return encoded.map((octets) => understood(() => CvCertificate.parse(octets)));
}

/**
 * The certificate of a document verifier with that of the country verifying CA above it, which `others` has; checked.
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
 * The chain of a CA that comes from elsewhere: that of a country verifying CA is its certificate, which it has signed itself.
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

function octetsOf(text: string): readonly Uint8Array[] {
  if (text.includes('-----BEGIN')) return understood(() => parsePem(text)).map(({ der }) => der);
  try {
    return [Uint8Array.fromBase64(text.trim())];
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new CaCertificateError('A certificate is neither PEM nor base64.', { cause: error });
  }
}

/**
 * What `read` gives. What cannot be read, or does not hold, is the sender's fault.
 *
 * @throws {@link CaCertificateError}
 */
export function understood<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof PkiError)
      throw new CaCertificateError(`The certificate is refused: ${error.message}.`, { cause: error });
    throw error;
  }
}

const MAX_CHAIN = 10;
