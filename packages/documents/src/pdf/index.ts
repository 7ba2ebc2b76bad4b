/** Signed PDF (ISO 32000-1 §12.8, ISO 32000-2 §12.8). */
export { PdfError, type PdfErrorCode } from './errors.ts';
export { type PdfHeader, readHeader } from './header.ts';
