/** Signed PDF (ISO 32000-1 §12.8, ISO 32000-2 §12.8). */
export type { Rectangle, SignatureAppearance } from './appearance/signature-appearance.ts';
export type { CertificationLevel } from './document/certification.ts';
export type { PageChoice } from './document/pages.ts';
export { PDF_PERMISSIONS, type PdfPermission } from './document/permissions.ts';
export { PdfError, type PdfErrorCode } from './errors.ts';
export { type PdfHeader, readHeader } from './header.ts';
export {
  preparationOf,
  preparePdf,
  type PreparedPdf,
  type ReservedPdf,
  type SignedPdf,
  signPdf,
  signReserved,
} from './sign-pdf.ts';
export type { PdfSigner, RevocationInformation, SignatureFormat } from './signing/message.ts';
export type { PreparePdfOptions, ProtectionChange, SignPdfOptions } from './signing/options.ts';
