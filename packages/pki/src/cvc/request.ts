/** Requests for card verifiable certificates, and requests that another key has signed as well (BSI TR-03110 part 3 C.2). */
import { asDer, type Der, readDer, writeDer } from '../der/index.ts';
import { encodeSignedBody, readSignedBody, requireSize, type SignedBody } from './body.ts';
import { CvcError } from './errors.ts';
import { type CvExtension, readExtensions, writeExtensions } from './extension.ts';
import { HolderReference } from './holder-reference.ts';
import { CvPublicKey } from './public-key.ts';
import { CvTag } from './tags.ts';

/** Contents of a request. */
export interface CvRequestBody {
  /** The key that the holder expects the certificate to be signed with; left out when it is not known. */
  readonly authority?: HolderReference | undefined;
  /** Spells out its domain parameters. */
  readonly publicKey: CvPublicKey;
  readonly holder: HolderReference;
  readonly extensions?: readonly CvExtension[] | undefined;
}

/** The signature of another key over a request: of the holder's last one, or of somebody whom the authority trusts. */
export interface OuterSignature {
  /** The holder reference of that key. */
  readonly authority: HolderReference;
  /** The request and the reference, as they are encoded. */
  readonly signed: Uint8Array;
  readonly signature: Uint8Array;
}

/** A request, holding the octets it was read from. Immutable; nothing is verified by reading it. */
export class CvRequest implements CvRequestBody {
  /** The request without an outer signature. */
  readonly der: Der<'CvRequest'>;
  /** The octets signed with the requested key. */
  readonly body: Der<'CvRequestBody'>;
  readonly authority: HolderReference | undefined;
  readonly publicKey: CvPublicKey;
  readonly holder: HolderReference;
  readonly extensions: readonly CvExtension[];
  readonly signature: Uint8Array;
  /** Outer signature of an authenticated request. */
  readonly outer: OuterSignature | undefined;

  private constructor({ raw, body, content, signature }: SignedBody, outer?: OuterSignature) {
    this.der = asDer<'CvRequest'>(raw);
    this.body = asDer<'CvRequestBody'>(body);
    this.authority = content.nextIs(CvTag.authorityReference)
      ? HolderReference.decode(content.readAny().content)
      : undefined;
    this.publicKey = CvPublicKey.read(content);
    this.holder = HolderReference.decode(content.readElement(CvTag.holderReference).content);
    this.extensions = readExtensions(content);
    this.signature = signature;
    this.outer = outer;
    content.finish();
  }

  /**
   * Reads one request, authenticated or not. `der` is not copied; no signature is verified.
   *
   * Domain parameters that are left out, which a request must not (D.3.3), are found out when the key is used.
   *
   * @throws {DerError} when `der` is not one request in DER
   * @throws {CvcError}
   * @throws {PublicKeyError} for a key that is always refused
   */
  static parse(der: Uint8Array): CvRequest {
    requireSize(der);
    return readDer(der, (reader) => {
      if (!reader.nextIs(CvTag.authentication)) return new CvRequest(readSignedBody(reader));
      const authentication = reader.readConstructed(CvTag.authentication);
      const request = readSignedBody(authentication);
      const reference = authentication.readElement(CvTag.authorityReference);
      const signature = authentication.readElement(CvTag.signature).content;
      authentication.finish();
      const signed = writeDer((writer) => writer.raw(request.raw).raw(reference.raw));
      return new CvRequest(request, { authority: HolderReference.decode(reference.content), signed, signature });
    });
  }

  /**
   * Checks the inner signature: that the request was signed with the private key of the public key in it.
   *
   * @throws {CvcError} `cvc.bad_signature`, or `cvc.parameters_missing`
   */
  verifyProofOfPossession(): void {
    if (this.publicKey.verify(this.body, this.signature)) return;
    throw new CvcError('cvc.bad_signature', `the request of ${this.holder.text} is not signed with its own key`);
  }

  /**
   * Checks the outer signature.
   *
   * @param key - the key that {@link OuterSignature.authority} names, its domain parameters known
   * @throws {CvcError} `cvc.bad_signature`, also when there is no outer signature
   */
  verifyOuter(key: CvPublicKey): void {
    const { outer } = this;
    if (outer === undefined)
      throw new CvcError('cvc.bad_signature', `the request of ${this.holder.text} has no outer signature`);
    if (key.verify(outer.signed, outer.signature)) return;
    throw new CvcError(
      'cvc.bad_signature',
      `the key of ${outer.authority.text} did not sign the request of ${this.holder.text}`,
    );
  }
}

/** Encodes what is to be signed with the requested key. */
export function encodeCvRequestBody(request: CvRequestBody): Der<'CvRequestBody'> {
  const { authority, publicKey, holder, extensions = [] } = request;
  const der = writeDer((writer) =>
    writer.constructed(CvTag.body, () => {
      writer.primitive(CvTag.profileIdentifier, Uint8Array.of(0));
      if (authority !== undefined) writer.primitive(CvTag.authorityReference, authority.encode());
      writer.raw(publicKey.der);
      writer.primitive(CvTag.holderReference, holder.encode());
      writeExtensions(writer, extensions);
    }),
  );
  return asDer<'CvRequestBody'>(der);
}

/** Puts the inner signature over `body` to it; of ECDSA plain. */
export function assembleCvRequest(body: Der<'CvRequestBody'>, signature: Uint8Array): Der<'CvRequest'> {
  return asDer<'CvRequest'>(encodeSignedBody(body, signature));
}

/** Encodes what the outer signature covers: the request and the reference of the key that signs. */
export function encodeOuterSigned(request: Der<'CvRequest'>, authority: HolderReference): Der<'CvOuterSigned'> {
  const bytes = writeDer((writer) => writer.raw(request).primitive(CvTag.authorityReference, authority.encode()));
  return asDer<'CvOuterSigned'>(bytes);
}

/** Puts the outer signature to a request; of ECDSA plain. */
export function assembleAuthenticatedCvRequest(
  request: Der<'CvRequest'>,
  authority: HolderReference,
  signature: Uint8Array,
): Der<'CvAuthenticatedRequest'> {
  const der = writeDer((writer) =>
    writer.constructed(CvTag.authentication, () =>
      writer.raw(encodeOuterSigned(request, authority)).primitive(CvTag.signature, signature),
    ),
  );
  return asDer<'CvAuthenticatedRequest'>(der);
}
