/** The text of a request for a certificate: PEM, or base64 of DER. */
import { parsePem } from '@sealwright/pki';
import { CertificateRequestError } from '../errors/index.ts';

/**
 * Decodes a text to DER.
 *
 * @param labels - of PEM; any one block where none is given
 * @throws {@link CertificateRequestError} for a text that is neither, or longer than any request
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

/** Bounds a text before anything is made of it. @throws {@link CertificateRequestError} */
export function requireRequestLength(text: string): void {
  if (text.length > MAX_TEXT_LENGTH)
    throw new CertificateRequestError(`it has ${text.length} characters; ${MAX_TEXT_LENGTH} are the most.`);
}

function derOfPem(text: string, labels: readonly [string, ...string[]] | undefined): Uint8Array {
  const blocks = parsePem(text).filter(({ label }) => labels === undefined || labels.includes(label));
  const [block] = blocks;
  if (block === undefined) throw new CertificateRequestError(`the PEM text holds no ${labels?.[0]}.`);
  // Without a label to choose by, the first of several would be a guess.
  if (labels === undefined && blocks.length > 1)
    throw new CertificateRequestError(`the PEM text holds ${blocks.length} blocks; one is read.`);
  return block.der;
}

/** A request with an SLH-DSA signature has 50,000 octets; nothing that is asked for in earnest has ten times that. */
const MAX_TEXT_LENGTH = 256 * 1024;
