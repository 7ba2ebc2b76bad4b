/** CRLs: due times, generation, signing, storage and cleanup. */
export { crlLint, type CrlLints, type LintedCrl } from './crl-lint.ts';
export { CreateCrls, type CreatedCrls } from './create-crls.ts';
export { crlChangeNotes, unknownCertificate } from './crl-change-notes.ts';
export { crlNumberWrite } from './crl-number.ts';
export { CrlParts, type StoredOctets } from './crl-parts.ts';
export { crlSettingsChange } from './crl-settings-change.ts';
export { crlUpdater } from './crl-updater.ts';
export { CrlUponRevocation, type RevokedAt } from './crl-upon-revocation.ts';
export {
  ClockSteppedBackError,
  CrlEmptyError,
  CrlEndError,
  CrlNotImportableError,
  CrlNotNewerError,
  CrlOfOtherIssuerError,
  CrlUnreadableError,
  CrlUploadError,
  DeltaCrlNotIssuedError,
} from './errors.ts';
export { FirstCrls } from './first-crls.ts';
export { IssueCrl, type IssuedCrl } from './issue-crl.ts';
export { ListCrls } from './list-crls.ts';
export { AddCrlPartitions } from './add-crl-partitions.ts';
export { type AbandonedCrlParts, type CrlPartKey, SweepCrlParts } from './sweep-crl-parts.ts';
export { TidyAfterCrl } from './tidy-after-crl.ts';
export { UpdateCrls } from './update-crls.ts';
