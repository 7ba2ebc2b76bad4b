/** Cryptographic Message Syntax (RFC 5652). */
export { algorithmProtection, type AlgorithmProtection } from './algorithm-protection.ts';
export { type CmsAttribute, type CmsAttributeType, findCmsAttribute, makeCmsAttribute } from './attribute.ts';
export { contentType, messageDigest, mimeType, signingTime } from './basic-attributes.ts';
export type { CertificateId, IssuerSerial } from './certificate-id.ts';
export { encodeCertsOnly, readCertsOnly } from './certs-only.ts';
export {
  COMMITMENT_TYPES,
  commitmentType,
  type CommitmentType,
  type CommitmentTypeQualifier,
} from './commitment-type.ts';
export { contentHints, type ContentHints } from './content-hints.ts';
export type { CmsLimits } from './content-info.ts';
export { CONTENT_TYPES } from './content-types.ts';
export { encodeSignedData, signedDataAround, type SignedDataFields } from './encode-signed-data.ts';
export {
  type AgreedKey,
  AuthEnvelopedData,
  contentKeyOfBlock,
  contentKeyOr,
  type ContentToSeal,
  type EncapsulatedKey,
  type EncryptedKey,
  type EnvelopeRecipient,
  ephemeralKeyOf,
  isWrappedFor,
  keyWrappingOf,
  type RandomOctets,
  type RecipientIdentifier,
  type RecipientKey,
  sealContent,
  unwrapKey,
  type UnwrappingKeyPair,
  unwrapWithSecret,
  type WrappedKey,
} from './envelope/index.ts';
export { CmsError, type CmsErrorCode } from './errors.ts';
export { signaturePolicy, type SignaturePolicy } from './signature-policy.ts';
export {
  assembleSignerInfo,
  encodeSignedAttributes,
  looksLikeSignedAttributes,
  type SignedAttributes,
  type SignerFields,
  withUnsignedAttributes,
} from './signed-attributes.ts';
export { SignedData } from './signed-data.ts';
export type { SignedDataExtras } from './signed-data-parts.ts';
export { type SignedDataStream, type SignedDataStreamFields, streamSignedData } from './signed-data-stream.ts';
export { type SignerAlgorithmOptions, type SignerAlgorithms, signerAlgorithms } from './signer-algorithms.ts';
export { issuerAndSerialNumber, type SignerIdentifier } from './signer-identifier.ts';
export { SignerInfo } from './signer-info.ts';
export { signerLocation, type SignerLocation } from './signer-location.ts';
export {
  signingCertificate,
  type SigningCertificate,
  signingCertificateAttribute,
  signingCertificateIds,
  signingCertificateV2,
} from './signing-certificate.ts';
export { contentTimeStamp, counterSignature, signatureTimeStamp } from './token-attributes.ts';
export {
  type SignedContent,
  type SignerCheck,
  type SignerFault,
  type SignerVerdict,
  verifySigner,
} from './verify-signer.ts';
