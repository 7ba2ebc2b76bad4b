/** The message in a signature's contents: detached CMS, as PKCS #7 or as CAdES has it (ISO 32000-2 §12.8.3.3, ETSI EN 319 142-1). */
import {
  assembleSignerInfo,
  type Certificate,
  type CmsAttribute,
  type CmsAttributeType,
  CONTENT_TYPES,
  contextConstructed,
  type DerReader,
  encodeSignedAttributes,
  encodeSignedData,
  hashAlgorithmByName,
  issuerAndSerialNumber,
  makeCmsAttribute,
  oid,
  readDer,
  signatureTimeStamp,
  type SignerAlgorithms,
  signingCertificateAttribute,
  signingTime,
  writeDer,
} from '@sealwright/pki';

/** Signer, with its key and certificates. */
export interface PdfSigner {
  readonly certificate: Certificate;
  /** Further certificates for those who verify, the signer's issuer first. */
  readonly chain: readonly Certificate[];
  /** The digest is also the one of the document. */
  readonly algorithms: SignerAlgorithms;
  /** Signs the octets with the key of the certificate. */
  sign(toBeSigned: Uint8Array): Uint8Array | Promise<Uint8Array>;
  /** Gives a time-stamp token over the octets of a signature; no time-stamp when left out. */
  readonly timeStamp?: ((signature: Uint8Array) => Uint8Array | Promise<Uint8Array>) | undefined;
  /** Evidence that the certificates were not revoked, which is signed too; only PKCS #7 has a place for it. */
  readonly revocation?: RevocationInformation | undefined;
}

export interface RevocationInformation {
  /** Each in DER. */
  readonly crls: readonly Uint8Array[];
  /** Each an OCSPResponse in DER. */
  readonly ocspResponses: readonly Uint8Array[];
}

/** `pkcs7` is `adbe.pkcs7.detached`; `cades` is `ETSI.CAdES.detached`, which PAdES asks for. */
export type SignatureFormat = 'pkcs7' | 'cades';

/**
 * Signs the digest of a document.
 *
 * @param time - seconds since 1970-01-01T00:00:00Z; PAdES leaves it to the dictionary (ETSI EN 319 142-1 §5.3)
 */
export async function signDigest(
  signer: PdfSigner,
  format: SignatureFormat,
  contentDigest: Uint8Array,
  time: number,
): Promise<Uint8Array> {
  const { certificate, chain, algorithms } = signer;
  const attributes = format === 'cades' ? cadesAttributes(signer) : pkcs7Attributes(signer, time);
  const signedAttributes = encodeSignedAttributes({
    contentType: CONTENT_TYPES.data,
    contentDigest,
    algorithms,
    attributes,
  });
  const signature = await signer.sign(signedAttributes);
  const token = await signer.timeStamp?.(signature);
  const signerInfo = assembleSignerInfo({
    identifier: issuerAndSerialNumber(certificate),
    algorithms,
    signedAttributes,
    signature,
    unsignedAttributes: token === undefined ? [] : [makeCmsAttribute(signatureTimeStamp, token)],
  });
  const certificates = [certificate, ...chain].map(({ der }) => der);
  return encodeSignedData({ contentType: CONTENT_TYPES.data, certificates, signers: [signerInfo] }, undefined);
}

function cadesAttributes({ certificate, algorithms }: PdfSigner): readonly CmsAttribute[] {
  // SHAKE is not a hash that readers of this attribute know.
  const hash = algorithms.digest.name.startsWith('SHAKE') ? hashAlgorithmByName('SHA-512') : algorithms.digest;
  return [signingCertificateAttribute([certificate], hash)];
}

function pkcs7Attributes({ revocation }: PdfSigner, time: number): readonly CmsAttribute[] {
  const attributes = [makeCmsAttribute(signingTime, time)];
  if (revocation !== undefined && revocation.crls.length + revocation.ocspResponses.length > 0)
    attributes.push(makeCmsAttribute(revocationInfoArchival, revocation));
  return attributes;
}

/** `adbe-revocationInfoArchival` (ISO 32000-1 §12.8.3.3.2): both lists behind explicit tags. */
const revocationInfoArchival: CmsAttributeType<RevocationInformation> = {
  oid: oid('1.2.840.113583.1.1.8'),
  name: 'revocationInfoArchival',
  encode: ({ crls, ocspResponses }) =>
    writeDer((writer) =>
      writer.sequence(() => {
        for (const [tag, values] of [crls, ocspResponses].entries()) {
          if (values.length === 0) continue;
          writer.constructed(contextConstructed(tag), () =>
            writer.sequence(() => values.forEach((value) => writer.raw(value))),
          );
        }
      }),
    ),
  decode: (der) =>
    readDer(der, (reader) => {
      const sequence = reader.readSequence();
      const [crls, ocspResponses] = [readList(sequence, 0), readList(sequence, 1)];
      return { crls, ocspResponses };
    }),
};

function readList(sequence: DerReader, tag: number): readonly Uint8Array[] {
  const explicit = sequence.readOptionalExplicit(tag);
  if (explicit === undefined) return [];
  const list = explicit.readSequence();
  const values: Uint8Array[] = [];
  while (!list.atEnd) values.push(list.readAny().raw);
  return values;
}
