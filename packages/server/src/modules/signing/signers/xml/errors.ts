import { AppError } from '../../../../kernel/errors.ts';

/** The XML documents of other requests take all memory or time that the worker has for them. */
export class XmlBusyError extends AppError {
  override readonly kind = 'unavailable';
  override readonly code = 'signing.xml_busy';

  constructor() {
    super('Too many large XML documents are being worked on. Repeat the request later.');
  }
}
