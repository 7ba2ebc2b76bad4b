/** Issuance of card verifiable certificates. */
export { type CvcCaToCertify, CvcCertificates, type OwnCvCertificate, creationOf } from './cvc-certificates.ts';
export { CvcIssuance } from './cvc-issuance.ts';
export { caCvChain, cvChainOf, readCvCertificates, understood } from './cvc-received.ts';
export { makeCvRequest } from './cvc-request.ts';
export { BadCvRequestError } from './errors.ts';
export { type EnrolledCvCertificate, SignCvRequest } from './sign-cv-request.ts';
