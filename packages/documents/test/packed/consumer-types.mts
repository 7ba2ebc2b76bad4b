/** Checked against the declarations of the installed package, never run. */
import { DocumentError, type DocumentSource } from '@sealwright/documents';
import { type PdfErrorCode, type PdfHeader, readHeader } from '@sealwright/documents/pdf';

export function versionOf(source: DocumentSource): Promise<PdfHeader> {
  return readHeader(source);
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof DocumentError ? error.code : undefined;
}

export const CODE: PdfErrorCode = 'pdf.no_header';
