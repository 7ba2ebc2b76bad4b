/** Requests for certificates: PKCS#10 (RFC 2986), CRMF (RFC 4211) and SPKAC. */
export {
  alternativeKeyAttributes,
  alternativePublicKeyOf,
  alternativeSignatureAttribute,
  verifyAlternativeRequestSignature,
} from './alternative-key.ts';
export { CHALLENGE_PASSWORD, type RequestAttribute } from './attributes.ts';
export { CertificationRequest } from './certification-request.ts';
export {
  assembleCertificationRequest,
  type CertificationRequestInfo,
  encodeCertificationRequestInfo,
} from './certification-request-info.ts';
export {
  type AttributeTypeAndValue,
  CertificateRequestMessage,
  type CertificateTemplate,
  type KeyProofMethod,
  type ProofOfPossession,
  type SigningKeyInput,
  type SigningKeyProof,
} from './crmf/index.ts';
export { RequestError, type RequestErrorCode } from './errors.ts';
export { SignedPublicKey } from './spkac.ts';
export { parseSpkacFile, type SpkacFile } from './spkac-file.ts';
