/** The life of a CA: initialization, activation, renewal, certificates from elsewhere. */
export { caHooks } from './ca-document-hooks.ts';
export { CaActivation } from './ca-activation.ts';
export { CaExistsError } from './errors.ts';
export { InitializeCa } from './initialize-ca.ts';
export { InitializeCvcCa } from './initialize-cvc-ca.ts';
export { InitializeSshCa } from './initialize-ssh-ca.ts';
export { InitializeX509Ca } from './initialize-x509-ca.ts';
export { LinkCertificates } from './link-certificates.ts';
export { type CaReport, ReadCa } from './read-ca.ts';
export { ReceiveCaCertificate } from './receive-ca-certificate.ts';
export { ReceiveCvCertificate } from './receive-cv-certificate.ts';
export { RenewCa } from './renew-ca.ts';
export { RenewCvcCa } from './renew-cvc-ca.ts';
export { RenewSshCa } from './renew-ssh-ca.ts';
export { RequestCaCertificate } from './request-ca-certificate.ts';
export { RequestCvCertificate } from './request-cv-certificate.ts';
