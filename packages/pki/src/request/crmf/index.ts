/** Requests for certificates in the Certificate Request Message Format, CRMF (RFC 4211). */
export type { AttributeTypeAndValue } from './attribute-type-and-value.ts';
export { CertificateRequestMessage } from './certificate-request-message.ts';
export type { CertificateTemplate } from './certificate-template.ts';
export type { KeyProofMethod, ProofOfPossession, SigningKeyInput, SigningKeyProof } from './proof-of-possession.ts';
