import { DocumentError } from '../errors.ts';

/** Why an XML document, or a wish to sign it, was refused. What is wrong with a signature is a verdict, not an error. */
export type XmlErrorCode =
  /** octets that are not of the encoding that is declared or marked, or an encoding that is not read [XML 1.0 §4.3.3] */
  | 'xml.encoding'
  /** not well-formed, with its namespaces [XML 1.0, Namespaces in XML 1.0] */
  | 'xml.not_well_formed'
  /** a document type declaration, whatever stands in it */
  | 'xml.doctype'
  /** another version than 1.0, for which there is no canonical form [XML-C14N §1] */
  | 'xml.version'
  /** more elements, attributes or depth than are read */
  | 'xml.too_large'
  /** a namespace whose name is not an absolute URI: such a document has no canonical form [XML-C14N §1] */
  | 'xml.bad_namespace'
  /** a signature or digest algorithm that has no name in XML signatures [RFC 9231] */
  | 'xml.algorithm'
  /** a text to be signed that XML cannot hold [XML 1.0 §2.2] */
  | 'xml.bad_text'
  /** a signature, or properties of one, that are not as their schema wants them [XMLDSig §4, EN 319 132-1 §5] */
  | 'xml.bad_signature'
  /** a transform, a reference or a way to make canonical that is not computed: the list is closed */
  | 'xml.not_supported';

/** An XML document that is refused. */
export class XmlError extends DocumentError<XmlErrorCode> {}
