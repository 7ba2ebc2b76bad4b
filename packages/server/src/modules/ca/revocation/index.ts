/** Revocation of certificates and of CAs. */
export { type BornRevoked, bornRevoked } from './born-revoked.ts';
export { type RevocationProgress, certifiedCa } from './ca-revocation.ts';
export { AlreadyRevokedError, CertificateNotFoundError, NotRevokedError } from './errors.ts';
export { IncompleteIssuances } from './incomplete-issuances.ts';
export { type RevocationChangeDeps, oneEpochMove, revocationChange } from './revocation-change.ts';
export { subjectShown } from './revocation-approval.ts';
export { isRelease, type RevocationOutcome, type RevocationRequest } from './revocation-rules.ts';
export { RevokeCa } from './revoke-ca.ts';
export { type CertificateName, type RevocationState, RevokeCertificate } from './revoke-certificate.ts';
export { RevokeCertificatesOf, type RevocationStep } from './revoke-certificates-of.ts';
export { RevokeIssuedCertificates } from './revoke-issued-certificates.ts';
export { SupersedeCertificates, type Supersession } from './supersede-certificates.ts';
