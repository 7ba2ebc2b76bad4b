import { DocumentError } from '../errors.ts';

/** Why a PDF was refused, clause of ISO 32000-1 in brackets. */
export type PdfErrorCode =
  /** no `%PDF-` in the first 1024 octets [7.5.2, annex H.3] */
  | 'pdf.no_header'
  /** octets that are not the syntax of an object, or not of the kind that has to stand there [7.3] */
  | 'pdf.bad_syntax'
  /** a file whose objects are not found, by its cross-reference tables or without them [7.5] */
  | 'pdf.damaged'
  /** arrays, dictionaries, trees or references nested deeper than is read */
  | 'pdf.too_deep'
  /** more objects, more in one of them, more octets out of a compressed stream, or more work altogether than is done */
  | 'pdf.too_large'
  /** a filter of a stream that has to be read and is not known [7.4] */
  | 'pdf.unsupported_filter'
  /** encryption by another handler, or by an algorithm that is not known [7.6] */
  | 'pdf.unsupported_encryption'
  /** neither user nor owner password [7.6.3.4] */
  | 'pdf.wrong_password'
  /** the document restricts what may be done with it, and the password is not the owner's [7.6.3.1] */
  | 'pdf.not_owner'
  /** a certification that allows no more signatures [12.8.2.2] */
  | 'pdf.signing_not_allowed'
  /** a certification is to be made, and the document has one, or has signatures already [12.8.2.2] */
  | 'pdf.already_certified'
  /** what is asked for takes another version than the one of a document that is signed and must not change */
  | 'pdf.version_too_low'
  /** what is asked for takes a file that is written anew, and the document is signed */
  | 'pdf.already_signed'
  /** the document grants something that it must not grant, or is not encrypted, which grants everything [7.6.3.2] */
  | 'pdf.rejected_permissions'
  /** one object is defined twice */
  | 'pdf.duplicate_object'
  /** a picture that is neither PNG nor JPEG, or is damaged */
  | 'pdf.bad_image'
  /** a signature that is larger than the room that was asked for it */
  | 'pdf.signature_too_large'
  /** a form field that is not there, is not one for signatures, or has one already */
  | 'pdf.bad_field';

/** A PDF that is refused. */
export class PdfError extends DocumentError<PdfErrorCode> {}
