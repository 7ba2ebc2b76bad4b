import { appError } from '../../../../kernel/errors.ts';

/** The document says two things at once, and the worker was told not to guess which one is meant. */
export class AmbiguousDocumentError extends appError('malformed', 'signing.ambiguous_document') {
  constructor(workerId: number, options?: ErrorOptions) {
    super(
      `Internal server error: SignServerException calling signer with ID ${workerId} : Incorrect document`,
      options,
    );
  }
}

/** The PDF documents of other requests take all threads, memory or time that there are for large ones. */
export class PdfBusyError extends appError('unavailable', 'signing.pdf_busy') {
  constructor() {
    super('Too many PDF documents that take much work are being read. Repeat the request later.');
  }
}
