/** Certification requests of CAs that are signed elsewhere (PKCS #10, RFC 2986). */
import {
  alternativeKeyAttributes,
  alternativeSignatureAttribute,
  assembleCertificationRequest,
  basicConstraints,
  type CertificationRequestInfo,
  type Der,
  encodeCertificationRequestInfo,
  type Extension,
  keyUsage,
  makeExtension,
} from '@sealwright/pki';
import { type CaSigner, alternativeKeyOf } from '../issuance/index.ts';
import type { CertifiedCa } from './issue-ca-certificate.ts';
import { ownExtensions } from './ca-certificate-extensions.ts';

/**
 * Builds the request for `ca`, and signs it with the key to be certified.
 *
 * It requests the extensions that a CA certificate needs and those of the settings; the signing CA may decide otherwise. A CA with a second key also
 * requests its certification, and adds a signature by it.
 */
export async function makeCaRequest(ca: CertifiedCa, signer: CaSigner): Promise<Der<'CertificationRequest'>> {
  const { subject, certificate, signatureAlgorithm } = ca.settings;
  const info = await withAlternativeKey(ca, signer, {
    subject: subject.der,
    publicKey: ca.publicKey.der,
    extensions: [...CA_EXTENSIONS, ...ownExtensions(certificate)],
  });
  return assembleCertificationRequest(info, signatureAlgorithm, await signer.sign(ca, signatureAlgorithm, info));
}

/** Encodes the bytes that the CA's key signs, with the alternative key and signature if there is one. */
async function withAlternativeKey(
  ca: CertifiedCa,
  signer: CaSigner,
  request: CertificationRequestInfo,
): Promise<Der<'CertificationRequestInfo'>> {
  const key = alternativeKeyOf(ca, ca.alternativePublicKey);
  if (key === undefined) return encodeCertificationRequestInfo(request);
  const attributes = alternativeKeyAttributes(key.publicKey.der, key.algorithm);
  const info = encodeCertificationRequestInfo({ ...request, attributes });
  const signature = await signer.sign(key, key.algorithm, info);
  const signed = [...attributes, alternativeSignatureAttribute(signature)];
  return encodeCertificationRequestInfo({ ...request, attributes: signed });
}

/** Basic constraints and key usage of a CA (RFC 5280 §4.2.1.9 and §4.2.1.3). */
const CA_EXTENSIONS: readonly Extension[] = [
  makeExtension(basicConstraints, { ca: true }, true),
  makeExtension(keyUsage, new Set(['digitalSignature', 'keyCertSign', 'cRLSign'] as const), true),
];
