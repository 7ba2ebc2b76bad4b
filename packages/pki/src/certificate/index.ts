export { verifyAlternativeSignature } from './alternative-signature.ts';
/** X.509 certificates: built to be signed, read as they came (RFC 5280 §4). */
export { Certificate } from './certificate.ts';
export { X509Error, type X509ErrorCode } from './errors.ts';
export { type Sha1Fingerprint, sha1Fingerprint, type Sha256Fingerprint, sha256Fingerprint } from './fingerprint.ts';
export { type Leniency, leniencies } from './leniencies.ts';
export { type ParseOptions } from './tolerance.ts';
export {
  assembleCertificate,
  encodePreTbsCertificate,
  encodeTbsCertificate,
  type TbsCertificate,
} from './tbs-certificate.ts';
