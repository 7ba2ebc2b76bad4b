import { PkiError } from '../errors.ts';

/** Why a CMS message was refused, other than by the BER and DER readers. */
export type CmsErrorCode =
  /** the content type is another one than SignedData [RFC 5652 §5.1] */
  | 'cms.not_signed_data'
  /** the content type is another one than AuthEnvelopedData [RFC 5083 §2] */
  | 'cms.not_auth_enveloped_data'
  /** a SignedData with signers where a bare set of certificates belongs [RFC 8551 §3.8] */
  | 'cms.not_certs_only'
  /** more signers, recipients, certificates or attributes, or more octets of attributes, than are read */
  | 'cms.too_large'
  /** an attribute that stands twice, or without the one value it has [RFC 5652 §11] */
  | 'cms.bad_attribute'
  /** a digest that the signature algorithm does not go with [RFC 8933 §3.1, RFC 8419 §3.1] */
  | 'cms.digest_not_allowed'
  /** a content that is not encrypted by AES-256-GCM with a nonce of 12 and a tag of 16 octets [RFC 5084 §3.2] */
  | 'cms.unsupported_algorithm'
  /** a key that no content is sealed for, or an envelope for nobody whose key could be unwrapped */
  | 'cms.unsupported_recipient'
  /** a content that was sealed with other attributes than its reader expects [RFC 5083 §2.1] */
  | 'cms.other_attributes'
  /** a content that the key does not open, for whatever reason */
  | 'cms.not_opened';

/** A CMS message that is not what was asked for. */
export class CmsError extends PkiError<CmsErrorCode> {}
