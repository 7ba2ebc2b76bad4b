/** The public keys in what is kept of CAs: certificates of every kind, keys of SSH CAs, and requests. */
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
 * Returns the keys that an element of a CA's chain certifies: those of a certificate, its alternative one among them, or the key of an SSH CA.
 *
 * A certificate of a CA elsewhere may have keys of kinds that are not known here: they are as good as others, since none is looked at.
 *
 * @returns each as {@link keyOctetsOf} has it
 */
export function certifiedKeys(der: Uint8Array): readonly Uint8Array[] {
  if (isCardVerifiable(der)) return [CvCertificate.parse(der).publicKey.keyOctets];
  if (isKey(der)) return [keyOctetsOf(der)];
  const certificate = Certificate.parse(der);
  return [keyOctetsOf(certificate.publicKeyDer), ...alternativeKey(certificate)];
}

/** Returns the keys that a CA's request is for, as {@link certifiedKeys} has those of a certificate. */
export function requestedKeys(der: Uint8Array): readonly Uint8Array[] {
  if (isCardVerifiable(der)) return [CvRequest.parse(der).publicKey.keyOctets];
  const request = CertificationRequest.parse(der);
  return [request.publicKey, alternativePublicKeyOf(request)].flatMap((key) => (key === undefined ? [] : key.keyBytes));
}

/**
 * Returns the contents of the BIT STRING of a DER SubjectPublicKeyInfo: the same for one key, in whichever words the algorithm is named beside it. Of
 * an RSA key modulus and exponent (RFC 8017 §A.1.1), of one on a curve the point.
 */
export function keyOctetsOf(publicKey: Uint8Array): Uint8Array {
  return readDer(publicKey, (reader) => {
    const info = reader.readSequence();
    info.readSequence();
    return info.readBitStringBytes();
  });
}

/** Reads the alternative key. That of another CA may be malformed, which nobody has looked at. */
function alternativeKey(certificate: Certificate): readonly Uint8Array[] {
  const key = readable(() => {
    const found = certificate.extension(subjectAltPublicKeyInfo);
    return found && keyOctetsOf(found);
  });
  return key === undefined ? [] : [key];
}

/** Tells a key from a certificate: a SubjectPublicKeyInfo begins with the name of an algorithm, a certificate with its version or its number. */
function isKey(der: Uint8Array): boolean {
  return readDer(der, (reader) => reader.readSequence().readSequence().nextIs(Tag.objectIdentifier));
}

/** Tags of BSI TR-03110 part 3 D.2: a certificate or a request, or a request within another signature. */
function isCardVerifiable([tag]: Uint8Array): boolean {
  return tag === 0x7f || tag === 0x67;
}
