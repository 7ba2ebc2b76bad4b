/** The client certificate that a proxy forwards (RFC 9440). */
import { createHash, X509Certificate } from 'node:crypto';
import { BadHeaderError } from '../errors/index.ts';

/** A certificate whose key the client proved to a proxy. */
export interface ForwardedCertificate {
  readonly der: Uint8Array;
  /** Lower-case hex. */
  readonly sha256Fingerprint: string;
  /** Certificates that the client sent after its own, nearest first. */
  readonly chain: readonly Uint8Array[];
}

/**
 * Reads `Client-Cert` (RFC 9440 §2.2) and `Client-Cert-Chain` (§2.3).
 *
 * @param lines - the values of both headers, one for each line of the request
 * @returns undefined when the client has shown no certificate
 * @throws {@link BadHeaderError} unless there is at most one certificate of the client, and each is DER with nothing behind it
 */
export function readClientCert(lines: {
  readonly certificate: readonly string[];
  readonly chain: readonly string[];
}): ForwardedCertificate | undefined {
  const [certificate, ...more] = lines.certificate;
  if (more.length > 0) throw new BadHeaderError(CLIENT_CERT);
  if (certificate === undefined) {
    if (lines.chain.length > 0) throw new BadHeaderError(CLIENT_CERT_CHAIN);
    return undefined;
  }
  const der = certificateOf(certificate.trim(), CLIENT_CERT);
  const sha256Fingerprint = createHash('sha256').update(der).digest('hex');
  return { der, sha256Fingerprint, chain: chainOf(lines.chain) };
}

/** A list may stand in several lines (RFC 8941 §4.2). */
function chainOf(lines: readonly string[]): readonly Uint8Array[] {
  if (lines.length === 0) return [];
  const members = lines.join(',').split(',');
  if (members.length > MAX_CHAIN) throw new BadHeaderError(CLIENT_CERT_CHAIN);
  return members.map((member) => certificateOf(member.trim(), CLIENT_CERT_CHAIN));
}

/** Reads a byte sequence (RFC 8941 §3.3.5) that is a certificate. */
function certificateOf(value: string, header: string): Uint8Array {
  const [, base64] = BYTE_SEQUENCE.exec(value) ?? [];
  if (base64 === undefined) throw new BadHeaderError(header);
  try {
    const der = Uint8Array.fromBase64(base64, { lastChunkHandling: 'strict' });
    if (new X509Certificate(der).raw.equals(der)) return der;
  } catch {
    // Both errors mean only that this is not a byte sequence, or not a certificate.
  }
  throw new BadHeaderError(header);
}

const CLIENT_CERT = 'Client-Cert';
const CLIENT_CERT_CHAIN = 'Client-Cert-Chain';
const BYTE_SEQUENCE = /^:([A-Za-z0-9+/]+={0,2}):$/;
/** The same limit as for a TLS handshake. */
const MAX_CHAIN = 10;
