/** Everything that ends soon, and the services that tell of it. */
export type { EndingCertificate, EndingCertificateQuery, EndingCertificates } from './ending-certificates.ts';
export { expiryModule } from './expiry-module.ts';
