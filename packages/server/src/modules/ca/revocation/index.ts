/** Revocation of certificates and of CAs. */
export { CA_REVOCATION_JOB, type RevocationProgress, certifiedCa } from './ca-revocation.ts';
export { AlreadyRevokedError, CertificateNotFoundError } from './errors.ts';
export { IncompleteIssuances } from './incomplete-issuances.ts';
export { type RevocationChangeDeps, oneEpochMove, revocationChange } from './revocation-change.ts';
export type { RevocationOutcome, RevocationRequest } from './revocation-rules.ts';
export { RevokeCa } from './revoke-ca.ts';
export { type CertificateName, type RevocationState, RevokeCertificate } from './revoke-certificate.ts';
export { RevokeIssuedCertificates } from './revoke-issued-certificates.ts';
export { SupersedeCertificates, type Supersession } from './supersede-certificates.ts';
