/** Card verifiable certificates (BSI TR-03110 part 3 C.1). */
import { asDer, type Der, type DerReader, readDer, writeDer } from '../der/index.ts';
import { type HolderAuthorization, readAuthorization, writeAuthorization } from './authorization.ts';
import { encodeSignedBody, readSignedBody, requireSize, type SignedBody } from './body.ts';
import { decodeDay, encodeDay, formatDay } from './calendar-day.ts';
import { CvcError } from './errors.ts';
import { type CvExtension, readExtensions, writeExtensions } from './extension.ts';
import { HolderReference } from './holder-reference.ts';
import { CvPublicKey } from './public-key.ts';
import { CvTag } from './tags.ts';

/** Contents of a card verifiable certificate. */
export interface CvCertificateBody {
  /** The holder reference of the key that signs. */
  readonly authority: HolderReference;
  readonly publicKey: CvPublicKey;
  readonly holder: HolderReference;
  readonly authorization: HolderAuthorization;
  /** First and last day of validity, in days since 1970-01-01 UTC. */
  readonly effectiveDay: number;
  readonly expirationDay: number;
  readonly extensions?: readonly CvExtension[] | undefined;
}

/** A certificate, holding the octets it was read from. Immutable; nothing is verified by reading it. */
export class CvCertificate implements CvCertificateBody {
  readonly der: Der<'CvCertificate'>;
  /** The signed octets. */
  readonly body: Der<'CvCertificateBody'>;
  readonly authority: HolderReference;
  readonly publicKey: CvPublicKey;
  readonly holder: HolderReference;
  readonly authorization: HolderAuthorization;
  readonly effectiveDay: number;
  readonly expirationDay: number;
  readonly extensions: readonly CvExtension[];
  /** Signature value; for ECDSA in the plain form `r || s`. */
  readonly signature: Uint8Array;

  private constructor({ raw, body, content, signature }: SignedBody) {
    this.der = asDer<'CvCertificate'>(raw);
    this.body = asDer<'CvCertificateBody'>(body);
    this.authority = HolderReference.decode(content.readElement(CvTag.authorityReference).content);
    this.publicKey = CvPublicKey.read(content);
    this.holder = HolderReference.decode(content.readElement(CvTag.holderReference).content);
    this.authorization = readAuthorization(content);
    this.effectiveDay = decodeDay(content.readElement(CvTag.effectiveDate).content);
    this.expirationDay = decodeDay(content.readElement(CvTag.expirationDate).content);
    this.extensions = readExtensions(content);
    this.signature = signature;
    content.finish();
    requireConsistent(this);
  }

  /**
   * Reads one certificate. `der` is not copied; the signature is not verified.
   *
   * @throws {DerError} when `der` is not one certificate in DER
   * @throws {CvcError}
   * @throws {PublicKeyError} for a key that is always refused
   */
  static parse(der: Uint8Array): CvCertificate {
    requireSize(der);
    return readDer(der, (reader: DerReader) => new CvCertificate(readSignedBody(reader)));
  }

  /** Returns whether the certificate names its own key as the authority's. */
  get isSelfSigned(): boolean {
    return this.authority.equals(this.holder);
  }

  /** Returns whether it carries the trust in one key of a country verifying CA over to the next. */
  get isLink(): boolean {
    return this.authorization.role === 'CVCA' && !this.isSelfSigned;
  }

  /**
   * Checks the signature.
   *
   * @param issuer - the authority's key, its domain parameters known
   * @throws {CvcError} `cvc.bad_signature`
   */
  verify(issuer: CvPublicKey): void {
    if (issuer.verify(this.body, this.signature)) return;
    throw new CvcError(
      'cvc.bad_signature',
      `the key of ${this.authority.text} did not sign the certificate of ${this.holder.text}`,
    );
  }
}

/**
 * Encodes what is to be signed.
 *
 * @throws {CvcError} `cvc.bad_date`, `cvc.bad_validity`, `cvc.bad_authorization`, `cvc.bad_public_key`
 */
export function encodeCvCertificateBody(certificate: CvCertificateBody): Der<'CvCertificateBody'> {
  requireConsistent(certificate);
  const { authority, publicKey, holder, authorization, effectiveDay, expirationDay, extensions = [] } = certificate;
  const der = writeDer((writer) =>
    writer.constructed(CvTag.body, () => {
      writer.primitive(CvTag.profileIdentifier, Uint8Array.of(0));
      writer.primitive(CvTag.authorityReference, authority.encode());
      writer.raw(publicKey.der);
      writer.primitive(CvTag.holderReference, holder.encode());
      writeAuthorization(writer, authorization);
      writer.primitive(CvTag.effectiveDate, encodeDay(effectiveDay));
      writer.primitive(CvTag.expirationDate, encodeDay(expirationDay));
      writeExtensions(writer, extensions);
    }),
  );
  return asDer<'CvCertificateBody'>(der);
}

/**
 * Puts the signature over `body` to it.
 *
 * @param signature - of ECDSA plain, as `CvPublicKey.signatureToWrite` makes it
 */
export function assembleCvCertificate(body: Der<'CvCertificateBody'>, signature: Uint8Array): Der<'CvCertificate'> {
  return asDer<'CvCertificate'>(encodeSignedBody(body, signature));
}

function requireConsistent(certificate: CvCertificateBody): void {
  const { authority, publicKey, holder, authorization, effectiveDay, expirationDay } = certificate;
  if (expirationDay < effectiveDay) {
    const ends = `ends on ${formatDay(expirationDay)}, before it begins on ${formatDay(effectiveDay)}`;
    throw new CvcError('cvc.bad_validity', `the certificate of ${holder.text} ${ends}`);
  }
  const isCvca = authorization.role === 'CVCA';
  if (publicKey.spellsOutCurve && !isCvca)
    throw new CvcError(
      'cvc.bad_public_key',
      `the certificate of ${holder.text} spells out domain parameters that it has to inherit`,
    );
  // A self-signed certificate has nobody to inherit from.
  if (isCvca && authority.equals(holder)) void publicKey.key;
}
