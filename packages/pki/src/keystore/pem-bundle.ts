/** PEM text with a private key under a password, and its certificates. */
import { formatPem } from '../pem.ts';
import { encryptPrivateKey, type EncryptPrivateKeyOptions } from './pkcs8.ts';

/** Contents of a text and its protection. */
export interface WritePemBundleOptions extends EncryptPrivateKeyOptions {
  /** The certificate of the key, in DER. The caller must make sure that they match. */
  readonly certificate: Uint8Array;
  /** The certificates above it, its issuer first. */
  readonly chain: readonly Uint8Array[];
}

/**
 * Makes a text of an `ENCRYPTED PRIVATE KEY` (PKCS #8 with PBES2, RFC 7468 §11), the certificate of the key, and those above it.
 *
 * OpenSSL reads the password as UTF-8 octets.
 *
 * @throws {DerError} when `privateKey` is not a PrivateKeyInfo
 */
export async function writePemBundle(options: WritePemBundleOptions): Promise<string> {
  const key = formatPem('ENCRYPTED PRIVATE KEY', await encryptPrivateKey(options));
  return [key, ...[options.certificate, ...options.chain].map((der) => formatPem('CERTIFICATE', der))].join('');
}
