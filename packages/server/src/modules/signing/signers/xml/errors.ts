import { appError } from '../../../../kernel/errors.ts';

/** The XML documents of other requests take all memory or time that the worker has for them. */
export class XmlBusyError extends appError('unavailable', 'signing.xml_busy') {
  constructor() {
    super('Too many large XML documents are being worked on. Repeat the request later.');
  }
}
