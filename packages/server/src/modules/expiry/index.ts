/** Objects that end soon, and the services that report them. */
export type { EndingCertificate, EndingCertificateQuery, EndingCertificates } from './ending-certificates.ts';
export { expiryModule } from './expiry-module.ts';
