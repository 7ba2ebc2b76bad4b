/** Signed XML: XML signatures (XMLDSig 1.1) and XAdES (EN 319 132-1). */
export { XmlError, type XmlErrorCode } from './errors.ts';
export { finishXmlSignature, timeStampedOctets } from './finish-signature.ts';
export type { XmlLimits } from './parse.ts';
export { type PreparedXmlSignature, prepareXmlSignature, type XmlSignatureSettings } from './prepare-signature.ts';
export { XADES_COMMITMENT_TYPES, type XadesCommitmentType } from './xades/commitment-types.ts';
export type { XadesPolicy, XadesProductionPlace, XadesSettings } from './xades/plan-properties.ts';
export {
  type SignedPart,
  type VerifyXmlOptions,
  verifyXmlSignatures,
  type XmlSignatureFault,
  type XmlSignatureVerdict,
} from './verify/verify-signature.ts';
export type { XadesProperties, XadesTimeStamp } from './xades/verify-xades.ts';
