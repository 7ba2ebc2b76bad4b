/** Public keys in stored data of CAs: certificates of all kinds, keys of SSH CAs, and requests. */
import {
  alternativePublicKeyOf,
  Certificate,
  CertificationRequest,
  CvCertificate,
  CvRequest,
  readable,
  readDer,
  subjectAltPublicKeyInfo,
  Tag,
} from '@sealwright/pki';

/**
 * Returns the keys in an element of a CA's chain: the key and the alternative key of a certificate, or the key of an SSH CA.
 *
 * Certificates of external CAs may have keys of unsupported kinds. These are returned too, since keys are not parsed.
 *
 * @returns each key as from {@link keyOctetsOf}
 */
export function certifiedKeys(der: Uint8Array): readonly Uint8Array[] {
  if (isCardVerifiable(der)) return [CvCertificate.parse(der).publicKey.keyOctets];
  if (isKey(der)) return [keyOctetsOf(der)];
  const certificate = Certificate.parse(der);
  return [keyOctetsOf(certificate.publicKeyDer), ...alternativeKey(certificate)];
}

/** Returns the keys in a CA's request, in the same form as {@link certifiedKeys}. */
export function requestedKeys(der: Uint8Array): readonly Uint8Array[] {
  if (isCardVerifiable(der)) return [CvRequest.parse(der).publicKey.keyOctets];
  const request = CertificationRequest.parse(der);
  return [request.publicKey, alternativePublicKeyOf(request)].flatMap((key) => (key === undefined ? [] : key.keyBytes));
}

/**
 * Returns the contents of the BIT STRING in a DER SubjectPublicKeyInfo, which identify a key independently of the algorithm identifier: modulus and
 * exponent of an RSA key (RFC 8017 §A.1.1), the point of an elliptic curve key.
 */
export function keyOctetsOf(publicKey: Uint8Array): Uint8Array {
  return readDer(publicKey, (reader) => {
    const info = reader.readSequence();
    info.readSequence();
    return info.readBitStringBytes();
  });
}

/** Reads the alternative key. That of another CA may be malformed, since it was never parsed. */
function alternativeKey(certificate: Certificate): readonly Uint8Array[] {
  const key = readable(() => {
    const found = certificate.extension(subjectAltPublicKeyInfo);
    return found && keyOctetsOf(found);
  });
  return key === undefined ? [] : [key];
}

/** Distinguishes a key from a certificate: a SubjectPublicKeyInfo begins with an algorithm identifier, a certificate with its version or serial number. */
function isKey(der: Uint8Array): boolean {
  return readDer(der, (reader) => reader.readSequence().readSequence().nextIs(Tag.objectIdentifier));
}

/** Checks the tag (BSI TR-03110 part 3 D.2): a certificate or a request, or a request with an outer signature. */
function isCardVerifiable([tag]: Uint8Array): boolean {
  return tag === 0x7f || tag === 0x67;
}
