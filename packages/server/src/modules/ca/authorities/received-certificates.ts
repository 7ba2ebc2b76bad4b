/** CA certificates received from elsewhere, in their text formats. */
import { parsePem, PkiError } from '@sealwright/pki';
import { CaCertificateError, CaChainTooLongError } from './errors.ts';

/**
 * Reads the certificates in texts, each of which holds one or more as PEM, or one as base64.
 *
 * @param label - PEM label to select; by default all blocks count
 * @throws {@link CaCertificateError}, {@link CaChainTooLongError}
 */
export function readReceived<T>(
  texts: readonly string[],
  parse: (encoded: Uint8Array) => T,
  label?: string,
): readonly T[] {
  const encoded = texts.flatMap((text) => octetsOf(text, label));
  if (encoded.length > MAX_CHAIN) throw new CaChainTooLongError(MAX_CHAIN);
  return encoded.map((octets) => understood(() => parse(octets)));
}

/**
 * Returns the result of `read`, and reports PKI errors as errors of the sender.
 *
 * @throws {@link CaCertificateError}
 */
export function understood<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    throw new CaCertificateError(`The certificate cannot be used: ${error.message}.`, { cause: error });
  }
}

function octetsOf(text: string, label: string | undefined): readonly Uint8Array[] {
  if (text.length > MAX_TEXT_LENGTH) {
    throw new CaCertificateError(`A certificate file has ${text.length} characters; ${MAX_TEXT_LENGTH} are the most.`);
  }
  if (!text.includes('-----BEGIN')) return [base64Of(text)];
  const blocks = understood(() => parsePem(text)).filter((block) => label === undefined || block.label === label);
  if (blocks.length === 0) throw new CaCertificateError(`The PEM text holds no ${label ?? 'block'}.`);
  return blocks.map(({ der }) => der);
}

function base64Of(text: string): Uint8Array {
  try {
    return Uint8Array.fromBase64(text);
  } catch (error) {
    throw new CaCertificateError('A certificate is neither PEM nor base64.', { cause: error });
  }
}

/** Maximum number of certificates in a chain, including the CA's own. */
const MAX_CHAIN = 10;
const MAX_TEXT_LENGTH = 1024 * 1024;
