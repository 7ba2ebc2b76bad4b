declare const content: unique symbol;

/** Contents of a DER encoding, so that one structure cannot be passed for another. */
export type DerContent =
  | 'Certificate'
  | 'TbsCertificate'
  | 'PreTbsCertificate'
  | 'Crl'
  | 'TbsCrl'
  | 'PreTbsCrl'
  | 'CertificationRequest'
  | 'CertificationRequestInfo'
  | 'CertReqMsg'
  | 'CertRequest'
  | 'SignedPublicKeyAndChallenge'
  | 'PublicKeyAndChallenge'
  | 'CvCertificate'
  | 'CvCertificateBody'
  | 'CvPublicKey'
  | 'CvRequest'
  | 'CvRequestBody'
  | 'CvOuterSigned'
  | 'CvAuthenticatedRequest'
  | 'SubjectPublicKeyInfo'
  | 'PrivateKeyInfo'
  | 'EncryptedPrivateKeyInfo'
  | 'AlgorithmIdentifier'
  | 'Name'
  | 'Extensions'
  | 'Pkcs7'
  | 'AuthEnvelopedData'
  | 'SignedAttributes'
  | 'SignerInfo'
  | 'TimeStampRequest'
  | 'TimeStampResponse'
  | 'TstInfo'
  | 'OcspRequest'
  | 'TbsOcspRequest'
  | 'OcspResponse'
  | 'OcspResponseData'
  | 'BasicOcspResponse'
  | 'Pkcs12'
  | 'Bcfks';

/**
 * Bytes that are known to be the DER encoding of one structure.
 *
 * Made only by the parser or the builder of that structure; everything else passes it on.
 */
export type Der<T extends DerContent> = Uint8Array & { readonly [content]: T };

/** Marks bytes as the encoding of `T`. For the parser and the builder of `T` only: nothing is checked here. */
export function asDer<T extends DerContent>(bytes: Uint8Array): Der<T> {
  return bytes as Der<T>;
}
