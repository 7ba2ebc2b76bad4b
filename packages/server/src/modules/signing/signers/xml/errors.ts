import { AppError } from '../../../../kernel/errors.ts';

/** Others' XML documents, that came before, take what the worker has for them. */
export class XmlBusyError extends AppError {
  override readonly kind = 'unavailable';
  override readonly code = 'signing.xml_busy';

  constructor() {
    super('Too many large XML documents are being worked on. Repeat the request later.');
  }
}
