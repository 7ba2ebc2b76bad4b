/** Certificates of CAs that come from elsewhere, in the texts that they come in. */
import { parsePem, PkiError } from '@sealwright/pki';
import { CaCertificateError, CaChainTooLongError } from './errors.ts';

/**
 * Reads the certificates of texts, each of which is PEM of one or more, or base64 of one.
 *
 * @param label - of the PEM blocks that count; all of them unless given
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
 * Returns what `read` gives. What cannot be read, or does not hold, is the sender's fault.
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

/** Certificates above and including a CA's own. */
const MAX_CHAIN = 10;
const MAX_TEXT_LENGTH = 1024 * 1024;
