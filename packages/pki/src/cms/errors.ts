import { PkiError } from '../errors.ts';

/** Why a CMS message was refused, other than by the BER and DER readers. */
export type CmsErrorCode =
  /** the content type is another one than SignedData [RFC 5652 §5.1] */
  | 'cms.not_signed_data'
  /** a SignedData with signers where a bare set of certificates belongs [RFC 8551 §3.8] */
  | 'cms.not_certs_only'
  /** more signers, certificates or attributes, or more octets of attributes, than are read */
  | 'cms.too_large'
  /** an attribute that stands twice, or without the one value it has [RFC 5652 §11] */
  | 'cms.bad_attribute'
  /** a digest that the signature algorithm does not go with [RFC 8933 §3.1, RFC 8419 §3.1] */
  | 'cms.digest_not_allowed';

/** A CMS message that is not what was asked for. */
export class CmsError extends PkiError<CmsErrorCode> {}
