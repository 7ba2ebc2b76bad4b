/** `CertTemplate`, the certificate that a request of CRMF asks for (RFC 4211 §5). */
import { readExtensions } from '../../certificate/extensions.ts';
import { readName } from '../../certificate/fields.ts';
import type { Tolerance } from '../../certificate/tolerance.ts';
import {
  contextConstructed,
  contextPrimitive,
  DerError,
  type DerReader,
  readDer,
  retag,
  Tag,
} from '../../der/index.ts';
import type { Extension } from '../../extension/extension.ts';
import type { DistinguishedName } from '../../name/index.ts';
import { parsePublicKey, type PublicKey } from '../../public-key/index.ts';
import { RequestError } from '../errors.ts';

/** Fields of a certificate that its requester may choose, or would like. */
export interface CertificateTemplate {
  /** The CA that is to issue it. */
  readonly issuer: DistinguishedName | undefined;
  /** Seconds since 1970. */
  readonly notBefore: number | undefined;
  readonly notAfter: number | undefined;
  readonly subject: DistinguishedName | undefined;
  readonly publicKey: PublicKey;
  readonly extensions: readonly Extension[];
}

/**
 * Reads a template.
 *
 * Refused besides what is not a template: the fields that RFC 4211 §5 leaves to the CA (serialNumber, signingAlg, the unique identifiers), and
 * one without a public key, which asks for a key that somebody else makes (RFC 9810 §5.2.1).
 *
 * @throws {DerError}
 * @throws {PublicKeyError} for a key that is always refused
 * @throws {RequestError} `request.bad_version`, `request.bad_template`
 * @throws {X509Error} `x509.duplicate_extension`, `x509.nonconforming`
 */
export function readCertificateTemplate(reader: DerReader, tolerance: Tolerance): CertificateTemplate {
  const template = reader.readSequence();
  if (template.nextIs(contextPrimitive(0))) requireVersion3(template.readSmallInteger(0xff, contextPrimitive(0)));
  refuse(template, contextPrimitive(1), 'serialNumber');
  refuse(template, contextConstructed(2), 'signingAlg');
  // Name is a CHOICE, which is never tagged implicitly (X.680 §31.2.7); so is Time.
  const issuer = template.readExplicitValue(3, (inner) => readName(inner, tolerance));
  const validity = readValidity(template);
  const subject = template.readExplicitValue(5, (inner) => readName(inner, tolerance));
  const publicKey = readImplicit(template, 6);
  if (publicKey === undefined) throw withoutKey();
  requireKey(publicKey);
  const parsedKey = parsePublicKey(publicKey);
  refuse(template, contextPrimitive(7), 'issuerUID');
  refuse(template, contextPrimitive(8), 'subjectUID');
  const extensions = readImplicit(template, 9);
  template.finish();
  return {
    issuer,
    ...validity,
    subject,
    publicKey: parsedKey,
    extensions: extensions === undefined ? [] : readDer(extensions, (inner) => readExtensions(inner, tolerance)),
  };
}

function requireVersion3(version: number): void {
  if (version === 2) return;
  throw new RequestError(
    'request.bad_version',
    `the template asks for version ${version}; 2 is version 3, the only one`,
  );
}

function refuse(template: DerReader, tag: number, field: string): void {
  if (!template.nextIs(tag)) return;
  throw new RequestError(
    'request.bad_template',
    `the template has a ${field}, which is the CA's to choose; leave it out`,
  );
}

function readValidity(template: DerReader): Pick<CertificateTemplate, 'notBefore' | 'notAfter'> {
  const validity = template.readOptionalExplicit(4);
  if (validity === undefined) return { notBefore: undefined, notAfter: undefined };
  if (validity.atEnd) throw new DerError('der.bad_value', 'a validity has neither end', validity.offset);
  const [notBefore, notAfter] = [0, 1].map((end) => validity.readExplicitValue(end, (inner) => inner.readTime()));
  validity.finish();
  return { notBefore, notAfter };
}

/** Reads `[number] IMPLICIT SEQUENCE` as the SEQUENCE that it is. */
function readImplicit(template: DerReader, number: number): Uint8Array | undefined {
  const tag = contextConstructed(number);
  return template.nextIs(tag) ? retag(template.readElement(tag).raw, Tag.sequence) : undefined;
}

/** Requires that a key stands where one is described: without octets, it is one to be made (RFC 9810 §5.2.1). */
function requireKey(publicKey: Uint8Array): void {
  const isEmpty = readDer(publicKey, (reader) => {
    const info = reader.readSequence();
    info.readElement(Tag.sequence);
    return info.readBitString().bytes.length === 0;
  });
  if (isEmpty) throw withoutKey();
}

function withoutKey(): RequestError {
  return new RequestError(
    'request.bad_template',
    'the template has no public key, and keys are not made for such requests',
  );
}
