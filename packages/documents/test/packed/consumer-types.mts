/** Checked against the declarations of the installed package, never run. */
import { DocumentError, type DocumentSource } from '@sealwright/documents';
import {
  type PdfErrorCode,
  type PdfHeader,
  type PdfSigner,
  readHeader,
  type SignedPdf,
  signPdf,
} from '@sealwright/documents/pdf';

export function versionOf(source: DocumentSource): Promise<PdfHeader> {
  return readHeader(source);
}

export function sign(source: DocumentSource, signer: PdfSigner): Promise<SignedPdf> {
  return signPdf(source, { signer, time: 0, random: (count) => new Uint8Array(count), certification: 'form-filling' });
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof DocumentError ? error.code : undefined;
}

export const CODE: PdfErrorCode = 'pdf.no_header';
