import { AppError } from '../../../../kernel/errors.ts';

/** The document says two things at once, and the worker was told not to guess which one is meant. */
export class AmbiguousDocumentError extends AppError {
  override readonly kind = 'malformed';
  override readonly code = 'signing.ambiguous_document';

  constructor(workerId: number, options?: ErrorOptions) {
    super(
      `Internal server error: SignServerException calling signer with ID ${workerId} : Incorrect document`,
      options,
    );
  }
}

/** Others' PDF documents, that came before and take as much work, are still read. */
export class PdfBusyError extends AppError {
  override readonly kind = 'unavailable';
  override readonly code = 'signing.pdf_busy';

  constructor() {
    super('Too many PDF documents that take much work are being read. Repeat the request later.');
  }
}
