import { DocumentError } from '@sealwright/documents';
import { prepareXmlSignature, type XmlErrorCode } from '@sealwright/documents/xml';
import type { XmlThreadInput, XmlThreadOutput } from './xml-thread.ts';

/** Prepares a signature; a refusal is an answer, since errors lose their class between threads. */
export function prepareInPlace({ document, settings }: XmlThreadInput): XmlThreadOutput {
  try {
    return { status: 'prepared', prepared: prepareXmlSignature(document, settings) };
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return { status: 'refused', code: error.code as XmlErrorCode, message: error.message };
  }
}
