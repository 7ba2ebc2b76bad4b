/** Issuance of X.509 certificates. */
export {
  CaCertificates,
  type CertifiedCa,
  type OwnCertificate,
  certificateCreation,
  ownExtensionsOf,
} from './ca-certificates.ts';
export { makeCaRequest } from './ca-request.ts';
export { Issuance, type IssuedCertificate, newSerialNumber } from './issuance.ts';
export { requirePermittedNames } from './permitted-names.ts';
export { caChainOf, lowestOf, readCaCertificates } from './received-chain.ts';
