/** Issuance of card verifiable certificates. */
export { IssueCvcCaCertificate, creationOf, verifierRole } from './issue-cvc-ca-certificate.ts';
export { CvcIssuance } from './cvc-issuance.ts';
export { type CheckedCvRequest, CvRequestIssuance } from './cv-request-issuance.ts';
export { caCvChain, cvChainOf, readCvCertificates } from './received-cv-chain.ts';
export { makeCvRequest } from './cv-request.ts';
export { BadCvRequestError } from './errors.ts';
export { readCvRequest } from './read-cv-request.ts';
export { SignCvRequest } from './sign-cv-request.ts';
