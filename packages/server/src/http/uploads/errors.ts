import { appError } from '../../kernel/errors.ts';

/** Content is larger than the signing service takes. */
export class DocumentTooLargeError extends appError('too-large', 'upload.document_too_large') {
  /** @param setting - the setting of the signing service that says so */
  constructor(limit: number, setting: string) {
    super(`Maximum content length is ${limit} bytes (${setting})`);
  }
}

/** The content that is being sent at this moment leaves no room for another one. */
export class NoRoomError extends appError('unavailable', 'upload.no_room') {
  constructor(options?: ErrorOptions) {
    super('There is no room for the document now. Send it again later.', options);
  }
}

/** A form holds more texts, or longer ones, than a request to a worker needs. */
export class FormTooLargeError extends appError('too-large', 'upload.form_too_large') {
  constructor() {
    super('The form has too many parts, or texts that are too long.');
  }
}

/** Error for metadata that is not a text of properties. */
export class MalformedMetadataError extends appError('malformed', 'upload.malformed_metadata') {
  /** @param field - the name of the field of the form */
  constructor(field = 'REQUEST_METADATA') {
    super(`Malformed properties given using ${field}.`);
  }
}

/** The metadata of a request has more entries, or longer ones, than workers read. */
export class MetadataTooLargeError extends appError('too-large', 'upload.metadata_too_large') {
  constructor() {
    super('The metadata of the request has too many entries, or texts that are too long.');
  }
}

/** Content that is said to be base64 and is not. */
export class BadBase64Error extends appError('malformed', 'upload.bad_base64') {
  constructor() {
    super('Incorrect base64 data');
  }
}
