/** Certification requests of CAs that are signed elsewhere (PKCS#10, RFC 2986). */
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
 * Makes and signs the request for `ca`, with the key that is to be certified.
 *
 * It asks for what the certificate of a CA needs and for what the settings say of it; who signs may write something else. A CA that has a
 * second key asks for it to be certified as well, and signs with it, too.
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

/** Encodes the bytes that the CA's key signs. */
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

/** RFC 5280 §4.2.1.9 and §4.2.1.3. */
const CA_EXTENSIONS: readonly Extension[] = [
  makeExtension(basicConstraints, { ca: true }, true),
  makeExtension(keyUsage, new Set(['digitalSignature', 'keyCertSign', 'cRLSign'] as const), true),
];
