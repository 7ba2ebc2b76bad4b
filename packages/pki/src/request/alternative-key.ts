/**
 * The second key and the second signature of a certification request, as attributes that have the names of the extensions of a certificate
 * (X.509 §9.8, ITU-T of 2019). No standard says so of requests; Bouncy Castle does it like this.
 */
import { type SignatureAlgorithm, signatureAlgorithmOf } from '../algorithm/index.ts';
import { type Der, readDer, Tag, writeDer } from '../der/index.ts';
import {
  altSignatureAlgorithm,
  altSignatureValue,
  subjectAltPublicKeyInfo,
} from '../extension/alternative-signature.ts';
import type { ExtensionType } from '../extension/extension.ts';
import { parsePublicKey, type PublicKey, verifySignature } from '../public-key/index.ts';
import { encodeAttributes, type RequestAttribute, singleValue } from './attributes.ts';
import type { CertificationRequest } from './certification-request.ts';

/** The attributes that ask for a certificate with a second key, which is to sign the request as well. */
export function alternativeKeyAttributes(
  publicKey: Der<'SubjectPublicKeyInfo'>,
  algorithm: SignatureAlgorithm,
): readonly RequestAttribute[] {
  return [attribute(subjectAltPublicKeyInfo, publicKey), attribute(altSignatureAlgorithm, algorithm.der)];
}

/** The attribute that holds the signature of the second key: over the CertificationRequestInfo with all attributes but this one. */
export function alternativeSignatureAttribute(signature: Uint8Array): RequestAttribute {
  return attribute(altSignatureValue, signature);
}

/**
 * The second key that is to be certified, undefined without one. That the requester holds it is shown by
 * {@link verifyAlternativeRequestSignature}.
 *
 * @throws {DerError}
 * @throws {PublicKeyError} for a key that is always refused
 * @throws {RequestError} `request.bad_attribute`
 */
export function alternativePublicKeyOf({ attributes }: CertificationRequest): PublicKey | undefined {
  const key = valueOf(attributes, subjectAltPublicKeyInfo);
  return key && parsePublicKey(key);
}

/**
 * Returns whether the request has a second key, and is signed with it as well.
 *
 * @throws {DerError}, {PublicKeyError}, {AlgorithmError}
 * @throws {RequestError} `request.bad_attribute`
 */
export function verifyAlternativeRequestSignature(request: CertificationRequest): boolean {
  const publicKey = alternativePublicKeyOf(request);
  const algorithm = valueOf(request.attributes, altSignatureAlgorithm);
  const signature = valueOf(request.attributes, altSignatureValue);
  if (publicKey === undefined || algorithm === undefined || signature === undefined) return false;
  return verifySignature({
    algorithm: signatureAlgorithmOf(algorithm),
    publicKey,
    data: signedInfoOf(request),
    signature,
  });
}

function signedInfoOf({ info, attributes }: CertificationRequest): Uint8Array {
  const signed = attributes.filter(({ type }) => type !== altSignatureValue.oid);
  return readDer(info, (reader) => {
    const fields = reader.readSequence();
    return writeDer((writer) =>
      writer.sequence(() => {
        writer.raw(fields.readElement(Tag.integer).raw);
        writer.raw(fields.readElement(Tag.sequence).raw);
        writer.raw(fields.readElement(Tag.sequence).raw);
        fields.readAny();
        writer.raw(encodeAttributes(signed));
      }),
    );
  });
}

function attribute<T>(type: ExtensionType<T>, value: T): RequestAttribute {
  return { type: type.oid, values: [type.encode(value)] };
}

function valueOf<T>(attributes: readonly RequestAttribute[], type: ExtensionType<T>): T | undefined {
  const value = singleValue(attributes, type.oid);
  return value && type.decode(value);
}
