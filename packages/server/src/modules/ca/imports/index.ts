/** Imports of CAs and CRLs that were made elsewhere. */
export { type CaSource, ImportCaWithKeys } from './import-ca-with-keys.ts';
export { ImportCrl } from './import-crl.ts';
export { ImportExternalCa } from './import-external-ca.ts';
export type { GoodCrl, HoldScope, UploadedCrl, UploadedCrls, UploadedEntry, UploadedOctets } from './uploaded-crl.ts';
export { importedCertificate, issuingCertificate } from './imported-certificate.ts';
