/** Certificates of CAs that come from elsewhere: read, put in order and checked. */
import { Certificate, checkCaChain, orderCaChain } from '@sealwright/pki';
import { type Authorities, CaCertificateError, readReceived, understood } from '../authorities/index.ts';

/**
 * Reads the certificates of texts, each of which is PEM of one or more, or base64 of one in DER.
 *
 * @throws {@link CaCertificateError}, {@link CaChainTooLongError}
 */
export function readCaCertificates(texts: readonly string[]): readonly Certificate[] {
  return readReceived(texts, (der) => Certificate.parse(der), 'CERTIFICATE');
}

/**
 * Returns the chain of the certificate of a CA, in order, up to its root: made of `others` and of the CAs of this installation, and checked.
 *
 * @param now - seconds since 1970
 * @throws {@link CaCertificateError}
 */
export async function caChainOf(
  certificate: Certificate,
  others: readonly Certificate[],
  { authorities, now }: { readonly authorities: Authorities; readonly now: number },
): Promise<readonly Certificate[]> {
  const known: Certificate[] = [];
  for (const { issuer } of [certificate, ...others]) {
    const authority = await authorities.findBySubject(issuer.toString());
    if (authority?.kind === 'X509') known.push(...authority.chain);
  }
  return understood(() => {
    const chain = orderCaChain(certificate, [...others, ...known]);
    checkCaChain(chain, now);
    return chain;
  });
}

/**
 * Returns the one that signed none of the others.
 *
 * @throws {@link CaCertificateError} when there is not exactly one
 */
export function lowestOf(certificates: readonly Certificate[]): Certificate {
  const found = certificates.filter(
    (one) => !certificates.some((other) => other !== one && other.issuer.equals(one.subject)),
  );
  if (found.length === 1) return found[0]!;
  throw new CaCertificateError(
    'The certificates are no chain: one of them has to be that of the CA, the others those above it.',
  );
}
