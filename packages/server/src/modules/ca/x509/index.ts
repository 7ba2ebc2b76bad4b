/** Issuance of X.509 certificates. */
export { IssueCaCertificate, type CertifiedCa, certificateCreation, ownExtensionsOf } from './issue-ca-certificate.ts';
export { makeCaRequest } from './ca-certification-request.ts';
export { type CertificateOrder, type IssuedCertificate, X509Issuance } from './x509-issuance.ts';
export { ANY_KEY, NO_END_ENTITY } from './no-end-entity.ts';
export { checkNameConstraints } from './name-constraints.ts';
export { caChainOf, lowestOf, readCaCertificates } from './received-ca-chain.ts';
export { nameLint } from './name-lint.ts';
export { x509Lint } from './x509-lint.ts';
