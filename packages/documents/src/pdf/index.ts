/** Signed PDF (ISO 32000-1 §12.8, ISO 32000-2 §12.8). */
export type { Rectangle, SignatureAppearance } from './appearance/signature-appearance.ts';
export type { CertificationLevel } from './document/certification.ts';
export type { PageChoice } from './document/pages.ts';
export { PDF_PERMISSIONS, type PdfPermission } from './document/permissions.ts';
export { PdfError, type PdfErrorCode } from './errors.ts';
export { type PdfHeader, readHeader } from './header.ts';
export { type SignedPdf, signPdf } from './sign-pdf.ts';
export type { PdfSigner, RevocationInformation, SignatureFormat } from './signing/message.ts';
export type { ProtectionChange, SignPdfOptions } from './signing/options.ts';
