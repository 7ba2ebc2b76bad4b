/** Steps that the issuance of certificates of all kinds and of CRLs share: the journal and the signature. */
export { type AlternativeKey, alternativeKeyOf } from './alternative-key.ts';
export { type CaKey, type CaSigner, VerifiedCaSigner } from './ca-signer.ts';
export { CaCertificateRefusedError } from './errors.ts';
export {
  type DeleteJournalEntry,
  IN_PROGRESS_MS,
  type InsertJournalEntry,
  IssuanceJournal,
  type IssuanceJournalStore,
  type JournalEntry,
} from './issuance-journal.ts';
