/** Certification requests of CAs that are signed elsewhere (PKCS#10, RFC 2986). */
import {
  assembleCertificationRequest,
  basicConstraints,
  type Der,
  encodeCertificationRequestInfo,
  type Extension,
  keyUsage,
  makeExtension,
} from '@sealwright/pki';
import type { CertifiedCa } from './ca-certificates.ts';
import type { CaSigner } from './ca-signer.ts';
import { ownExtensions } from './own-extensions.ts';

/**
 * Makes and signs the request for `ca`, with the key that is to be certified.
 *
 * It asks for what the certificate of a CA needs and for what the settings say of it; who signs may write something else.
 */
export async function makeCaRequest(ca: CertifiedCa, signer: CaSigner): Promise<Der<'CertificationRequest'>> {
  const { subject, certificate, signatureAlgorithm } = ca.settings;
  const info = encodeCertificationRequestInfo({
    subject: subject.der,
    publicKey: ca.publicKey.der,
    extensions: [...CA_EXTENSIONS, ...ownExtensions(certificate)],
  });
  return assembleCertificationRequest(info, signatureAlgorithm, await signer.sign(ca, signatureAlgorithm, info));
}

/** RFC 5280 §4.2.1.9 and §4.2.1.3. */
const CA_EXTENSIONS: readonly Extension[] = [
  makeExtension(basicConstraints, { ca: true }, true),
  makeExtension(keyUsage, new Set(['digitalSignature', 'keyCertSign', 'cRLSign'] as const), true),
];
