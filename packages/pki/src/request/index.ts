/** Certification requests, PKCS#10 (RFC 2986). */
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
export { RequestError, type RequestErrorCode } from './errors.ts';
