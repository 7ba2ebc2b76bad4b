/** Steps shared by the issuance of certificates of all kinds and of CRLs: lint, journal, signature. */
export { type AlternativeKey, alternativeKeyOf } from './alternative-key.ts';
export { type CaKey, type CaSigner, VerifiedCaSigner } from './ca-signer.ts';
export { CaCertificateRefusedError, SerialNumberInUseError } from './errors.ts';
export {
  type DeleteJournalEntry,
  IN_PROGRESS_MS,
  type InsertJournalEntry,
  IssuanceJournal,
  type IssuanceJournalStore,
  type JournalEntry,
} from './issuance-journal.ts';
export type { ExpectedCertificate } from './expected-certificate.ts';
export { type FindingOfLint, type Lint, Linter, shownFindings } from './lint.ts';
export { type LintWarnings, withLintWarnings } from './lint-warnings.ts';
export { newSerialNumber, type OwnCertificate, recordMembers, sha1Of } from './new-certificate.ts';
export { rehearseSignature, type SignatureRehearsal } from './rehearse-signature.ts';
export { signCertificate, type SignCertificateDeps, type UnsignedCertificate } from './sign-certificate.ts';
