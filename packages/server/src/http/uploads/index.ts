/** Documents that clients send, and what they get back, however large. */
export { keptUntilAnswered } from './answered.ts';
export { Base64Decoder, decodedPieces } from './base64-octets.ts';
export { requireDecoded } from './decoded-text.ts';
export { type DocumentForm, readDocumentForm } from './document-form.ts';
export { BadBase64Error, DocumentTooLargeError, FormTooLargeError, NoRoomError } from './errors.ts';
export { baseName, contentDisposition } from './file-name.ts';
export { isForm } from './is-form.ts';
export { piecesOf } from './pieces.ts';
export { requestMetadata, requireUsualSize } from './request-metadata.ts';
export { readForm } from './read-form.ts';
export { type OctetLimit, Spool, type SpooledContent } from './spool.ts';
