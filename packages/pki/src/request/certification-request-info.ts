/** Certification requests as they are built: the bytes to be signed, and those bytes with their signature (RFC 2986 §4). */
import type { SignatureAlgorithm } from '../algorithm/index.ts';
import { encodeSigned } from '../certificate/signed.ts';
import { asDer, type Der, writeDer } from '../der/index.ts';
import type { Extension } from '../extension/extension.ts';
import { encodeAttributes, extensionRequest, type RequestAttribute } from './attributes.ts';

/** Contents of a request. */
export interface CertificationRequestInfo {
  readonly subject: Der<'Name'>;
  readonly publicKey: Der<'SubjectPublicKeyInfo'>;
  /** Extensions to ask for; none writes no extensionRequest. */
  readonly extensions?: readonly Extension[] | undefined;
  /** Others than extensionRequest. */
  readonly attributes?: readonly RequestAttribute[] | undefined;
}

/**
 * Encodes what is to be signed.
 *
 * @throws {X509Error} `x509.duplicate_extension`
 */
export function encodeCertificationRequestInfo(request: CertificationRequestInfo): Der<'CertificationRequestInfo'> {
  const { subject, publicKey, extensions = [], attributes = [] } = request;
  const all = extensions.length > 0 ? [extensionRequest(extensions), ...attributes] : attributes;
  const der = writeDer((writer) =>
    writer.sequence(() => writer.integer(0).raw(subject).raw(publicKey).raw(encodeAttributes(all))),
  );
  return asDer<'CertificationRequestInfo'>(der);
}

/** Puts the signature over `info` to it. */
export function assembleCertificationRequest(
  info: Der<'CertificationRequestInfo'>,
  signatureAlgorithm: SignatureAlgorithm,
  signature: Uint8Array,
): Der<'CertificationRequest'> {
  return asDer<'CertificationRequest'>(encodeSigned(info, signatureAlgorithm, signature));
}
