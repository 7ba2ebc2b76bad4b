/** CA certificates received from elsewhere: parsing, ordering and checks. */
import { Certificate, checkCaChain, orderCaChain } from '@sealwright/pki';
import { type Authorities, CaCertificateError, readReceived, understood } from '../authorities/index.ts';

/**
 * Reads the certificates in texts, each of which holds one or more as PEM, or one as base64 of DER.
 *
 * @throws {@link CaCertificateError}, {@link CaChainTooLongError}
 */
export function readCaCertificates(texts: readonly string[]): readonly Certificate[] {
  return readReceived(texts, (der) => Certificate.parse(der), 'CERTIFICATE');
}

/**
 * Returns the verified chain of a CA certificate up to its root, built from `others` and the CAs of this installation.
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
 * Returns the certificate that signed none of the others.
 *
 * @throws {@link CaCertificateError} unless there is exactly one
 */
export function lowestOf(certificates: readonly Certificate[]): Certificate {
  const found = certificates.filter(
    (one) => !certificates.some((other) => other !== one && other.issuer.equals(one.subject)),
  );
  if (found.length === 1) return found[0]!;
  throw new CaCertificateError(
    'The certificates are not a chain: one of them has to be that of the CA, the others those above it.',
  );
}
