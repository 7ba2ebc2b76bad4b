/** The signer of PDF documents. */
export { PdfDocuments } from './pdf-documents.ts';
export { type PdfAppearance, readPicture } from './pdf-appearance.ts';
export { MIN_PDF_VERSIONS, type PdfSettings } from './pdf-settings.ts';
export {
  PdfSigner,
  pdfSignerKind,
  pdfSignerNeeds,
  type PdfSignerReading,
  type PdfSignerSettings,
  readPdfSigner,
} from './pdf-signer.ts';
export { SignerEvidence } from './signer-evidence.ts';
export type { AmbiguousDocumentError } from './errors.ts';
