/** The certificate that secrets are encrypted for: one whose key may receive them. */
import { Certificate, type KeyAlgorithm, keyUsage, parsePem, PkiError } from '@sealwright/pki';
import type { Clock } from '../../../kernel/clock.ts';
import { type CertificateStore, isRevoked } from '../../ca/index.ts';
import type { CertificateFingerprints } from '../../ra/index.ts';
import { UnusableRecipientError } from '../errors.ts';

export interface SecretsRecipientDeps {
  readonly certificates: Pick<CertificateFingerprints, 'find'>;
  readonly certificateStore: Pick<CertificateStore, 'findStatus'>;
  readonly clock: Clock;
}

/**
 * Reads the certificate of a recipient, and requires that it is valid now, that its key usage lets keys be encrypted for it, and that it is not
 * revoked here.
 *
 * @param text - PEM, or base64 of DER
 * @throws {@link UnusableRecipientError}
 */
export async function secretsRecipient(
  text: string,
  { certificates, certificateStore, clock }: SecretsRecipientDeps,
): Promise<Certificate> {
  const certificate = parsed(text);
  const nowMs = clock.nowMs();
  if (certificate.notAfter * 1000 < nowMs) throw new UnusableRecipientError('it has expired; give one that is valid');
  if (certificate.notBefore * 1000 > nowMs)
    throw new UnusableRecipientError('it is not valid yet; give one that is valid now');
  requireUsage(certificate);
  for (const { caId, serialNumber } of await certificates.find(Buffer.from(certificate.sha256Fingerprint, 'hex')))
    if (await isRevoked(certificateStore, caId, { serialNumber }))
      throw new UnusableRecipientError('it is revoked; give one that is not');
  return certificate;
}

function parsed(text: string): Certificate {
  try {
    return Certificate.parse(derOf(text));
  } catch (error) {
    if (!(error instanceof PkiError || error instanceof SyntaxError)) throw error;
    throw new UnusableRecipientError(`it is not a certificate: ${error.message}`, { cause: error });
  }
}

/** Requires the key usage under which a key is transported or agreed on (RFC 5280 §4.2.1.3). A certificate without the extension has every one. */
function requireUsage(certificate: Certificate): void {
  const usages = certificate.extension(keyUsage);
  const needed = usageOf(certificate.publicKey.algorithm);
  if (usages === undefined || usages.has(needed)) return;
  throw new UnusableRecipientError(
    `its key usage is ${[...usages].join(', ') || 'empty'}, so that nothing may be encrypted for it; give one with ${needed}`,
  );
}

function usageOf({ name, encapsulates }: KeyAlgorithm): 'keyEncipherment' | 'keyAgreement' {
  return name === 'RSA' || encapsulates === true ? 'keyEncipherment' : 'keyAgreement';
}

function derOf(text: string): Uint8Array {
  if (!text.includes('-----BEGIN')) return Uint8Array.fromBase64(text);
  return parsePem(text).find(({ label }) => label === 'CERTIFICATE')?.der ?? new Uint8Array();
}
