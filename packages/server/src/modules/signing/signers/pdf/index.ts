/** The signer of PDF documents. */
export { type PdfAppearance, readPicture } from './pdf-appearance.ts';
export { MIN_PDF_VERSIONS, type PdfSettings } from './pdf-settings.ts';
export { PdfSigner, pdfSignerKind, type PdfSignerReading } from './pdf-signer.ts';
