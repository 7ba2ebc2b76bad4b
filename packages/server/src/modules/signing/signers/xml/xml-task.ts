import { DocumentError } from '@sealwright/documents';
import { prepareXmlSignature, type XmlErrorCode } from '@sealwright/documents/xml';
import type { XmlThreadInput, XmlThreadOutput } from './xml-threads.ts';
import { verifyInPlace } from './xml-verification.ts';

/** Does what a thread is given. */
export function doXmlTask(input: XmlThreadInput): XmlThreadOutput {
  try {
    if (input.task === 'verify') return { status: 'verified', signatures: verifyInPlace(input) };
    return { status: 'prepared', prepared: prepareXmlSignature(input.document, input.settings) };
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return { status: 'refused', code: error.code as XmlErrorCode, message: error.message };
  }
}
