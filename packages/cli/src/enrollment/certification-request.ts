/** The PKCS#10 request of an enrollment, built around a new key. */
import { sign } from 'node:crypto';
import {
  assembleCertificationRequest,
  CertificationRequest,
  defaultSignatureAlgorithm,
  type DistinguishedName,
  encodeCertificationRequestInfo,
  type GeneralName,
  makeExtension,
  parsePublicKey,
  subjectAltName,
} from '@sealwright/pki';
import type { NewKey } from './key-types.ts';

/**
 * Builds the request that asks for `subject` and `names`, signed with the key itself (RFC 2986 §4).
 *
 * The alternative names are critical when the subject is empty (RFC 5280 §4.2.1.6).
 */
export function buildRequest(
  key: NewKey,
  subject: DistinguishedName,
  names: readonly GeneralName[],
): CertificationRequest {
  const { algorithm, bits } = parsePublicKey(key.publicKey);
  const signatureAlgorithm = defaultSignatureAlgorithm(algorithm, bits);
  const info = encodeCertificationRequestInfo({
    subject: subject.der,
    publicKey: key.publicKey,
    extensions: names.length === 0 ? [] : [makeExtension(subjectAltName, names, subject.isEmpty)],
  });
  const { digest, options } = signatureAlgorithm.node;
  const signature = sign(digest, info, { key: key.privateKey, ...options });
  return CertificationRequest.parse(assembleCertificationRequest(info, signatureAlgorithm, new Uint8Array(signature)));
}
