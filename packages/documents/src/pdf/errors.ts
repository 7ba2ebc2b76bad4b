import { DocumentError } from '../errors.ts';

/** Why a PDF was refused, clause of ISO 32000-1 in brackets. */
export type PdfErrorCode =
  /** no `%PDF-` in the first 1024 octets [7.5.2, annex H.3] */
  'pdf.no_header';

/** A PDF that is refused. */
export class PdfError extends DocumentError {
  readonly code: PdfErrorCode;

  constructor(code: PdfErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
