/** Text of a certificate request: PEM, or base64 of DER. */
import { parsePem } from '@sealwright/pki';
import { CertificateRequestError } from '../errors/index.ts';

/**
 * Decodes a text to DER.
 *
 * @param labels - accepted PEM labels; by default any label, but only one block
 * @throws {@link CertificateRequestError} for a text in neither format, or longer than the limit
 * @throws {PemError}
 */
export function decodeRequestText(text: string, labels?: readonly [string, ...string[]]): Uint8Array {
  requireRequestLength(text);
  if (text.includes('-----BEGIN')) return derOfPem(text, labels);
  try {
    return Uint8Array.fromBase64(text);
  } catch (error) {
    throw new CertificateRequestError('it is neither PEM nor base64.', { cause: error });
  }
}

/** Limits the length of a text before it is processed. @throws {@link CertificateRequestError} */
export function requireRequestLength(text: string): void {
  if (text.length > MAX_TEXT_LENGTH)
    throw new CertificateRequestError(`it has ${text.length} characters; ${MAX_TEXT_LENGTH} are the most.`);
}

function derOfPem(text: string, labels: readonly [string, ...string[]] | undefined): Uint8Array {
  const blocks = parsePem(text).filter(({ label }) => labels === undefined || labels.includes(label));
  const [block] = blocks;
  if (block === undefined) throw new CertificateRequestError(`the PEM text holds no ${labels?.[0]}.`);
  // Without labels to choose by, taking the first of several blocks would be a guess.
  if (labels === undefined && blocks.length > 1)
    throw new CertificateRequestError(`the PEM text holds ${blocks.length} blocks; one is read.`);
  return block.der;
}

/** A request with an SLH-DSA signature has 50,000 octets; no legitimate request has more than ten times that. */
const MAX_TEXT_LENGTH = 256 * 1024;
