/** Certificates of CAs that come from elsewhere: read, put in order and checked. */
import { Certificate, checkCaChain, orderCaChain, parsePem, PkiError } from '@sealwright/pki';
import { type Authorities, CaCertificateError, CaChainTooLongError } from '../authorities/index.ts';

/**
 * The certificates of texts, each of which is PEM of one or more, or base64 of one in DER.
 *
 * @throws {@link CaCertificateError}, {@link CaChainTooLongError}
 */
export function readCaCertificates(texts: readonly string[]): readonly Certificate[] {
  const ders = texts.flatMap(dersOf);
  if (ders.length > MAX_CHAIN) throw new CaChainTooLongError(MAX_CHAIN);
  return ders.map((der) => understood(() => Certificate.parse(der)));
}

/**
 * The chain of the certificate of a CA, in order, up to its root: made of `others` and of the CAs of this installation, and checked.
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
 * The one that signed none of the others.
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

function dersOf(text: string): readonly Uint8Array[] {
  if (text.length > MAX_TEXT_LENGTH) {
    throw new CaCertificateError(`A certificate file has ${text.length} characters; ${MAX_TEXT_LENGTH} are the most.`);
  }
  if (!text.includes('-----BEGIN')) return [base64Of(text)];
  const blocks = understood(() => parsePem(text)).filter(({ label }) => label === 'CERTIFICATE');
  if (blocks.length === 0) throw new CaCertificateError('The PEM text holds no CERTIFICATE.');
  return blocks.map(({ der }) => der);
}

function base64Of(text: string): Uint8Array {
  try {
    return Uint8Array.fromBase64(text);
  } catch (error) {
    throw new CaCertificateError('A certificate is neither PEM nor base64.', { cause: error });
  }
}

/** What the bytes of others are not is their fault and said so. */
function understood<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    throw new CaCertificateError(`The certificate cannot be used: ${error.message}.`, { cause: error });
  }
}

/** Certificates above and including a CA's own. */
const MAX_CHAIN = 10;
const MAX_TEXT_LENGTH = 1024 * 1024;
