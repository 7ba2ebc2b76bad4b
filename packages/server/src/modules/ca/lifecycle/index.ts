/** Life of a CA: initialization, activation, renewal, certificates from other CAs. */
export { caHooks } from './ca-document-hooks.ts';
export { CaActivation } from './ca-activation.ts';
export { CaExistsError } from './errors.ts';
export { CreateCa } from './create-ca.ts';
export { InitializeCa } from './initialize-ca.ts';
export { LinkCertificates } from './link-certificates.ts';
export { type CaReport, ReadCa } from './read-ca.ts';
export { ReceiveCaCertificate } from './receive-ca-certificate.ts';
export { RenewCa } from './renew-ca.ts';
export { RequestCaCertificate } from './request-ca-certificate.ts';
export { CvcCa } from './cvc-ca.ts';
export { SshCa } from './ssh-ca.ts';
export { X509Ca } from './x509-ca.ts';
