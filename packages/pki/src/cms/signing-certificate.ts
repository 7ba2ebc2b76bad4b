/** The certificate that the signer means, signed with the rest so that nobody exchanges it (RFC 2634 §5.4, RFC 5035 §3). */
import type { HashAlgorithm } from '../algorithm/index.ts';
import type { Certificate } from '../certificate/index.ts';
import { type DerReader, type DerWriter, oid, type Oid, readDer, writeDer } from '../der/index.ts';
import { type CertificatePolicy, certificatePolicies } from '../extension/certificate-policies.ts';
import { readSequenceOf, writeSequenceOf } from '../extension/sequence-of.ts';
import {
  type CmsAttribute,
  type CmsAttributeType,
  findCmsAttribute,
  makeCmsAttribute,
  withEncoding,
} from './attribute.ts';
import {
  type CertificateId,
  certificateId,
  readCertificateId,
  readCertificateIdV2,
  writeCertificateId,
  writeCertificateIdV2,
} from './certificate-id.ts';

export interface SigningCertificate {
  /** The signer's first; the others limit what a path may lead through. */
  readonly certificates: readonly CertificateId[];
  readonly policies?: readonly CertificatePolicy[] | undefined;
}

/** By SHA-1. */
export const signingCertificate: CmsAttributeType<SigningCertificate> = attributeType(
  '1.2.840.113549.1.9.16.2.12',
  'signingCertificate',
  readCertificateId,
  writeCertificateId,
);

/** By any hash. */
export const signingCertificateV2: CmsAttributeType<SigningCertificate> = attributeType(
  '1.2.840.113549.1.9.16.2.47',
  'signingCertificateV2',
  readCertificateIdV2,
  writeCertificateIdV2,
);

/**
 * The attribute that names `certificates`, the signer's first: version 1 for SHA-1, version 2 for any other hash (RFC 5816 §2.2.1).
 *
 * @param issuerSerial - whether to name issuer and number too
 */
export function signingCertificateAttribute(
  certificates: readonly Certificate[],
  hash: HashAlgorithm,
  issuerSerial = true,
): CmsAttribute {
  const ids = certificates.map((certificate) => certificateId(certificate, hash, issuerSerial));
  const type = hash.name === 'SHA-1' ? signingCertificate : signingCertificateV2;
  return withEncoding(makeCmsAttribute(type, { certificates: ids }));
}

/**
 * The identifiers of the signer's certificate that are among `attributes`: of either version, or of both.
 *
 * @throws {CmsError} `cms.bad_attribute`
 * @throws {DerError}
 * @throws {AlgorithmError} for a hash that is not known
 */
export function signingCertificateIds(attributes: readonly CmsAttribute[]): readonly CertificateId[] {
  return [signingCertificate, signingCertificateV2].flatMap((type) => {
    const [first] = findCmsAttribute(attributes, type)?.certificates ?? [];
    return first === undefined ? [] : [first];
  });
}

function attributeType(
  id: string,
  name: string,
  readId: (reader: DerReader) => CertificateId,
  writeId: (writer: DerWriter, id: CertificateId) => void,
): CmsAttributeType<SigningCertificate> {
  const type: Oid = oid(id);
  return {
    oid: type,
    name,
    encode: ({ certificates, policies }) =>
      writeDer((writer) =>
        writer.sequence(() => {
          writeSequenceOf(writer, certificates, writeId);
          if (policies !== undefined) writer.raw(certificatePolicies.encode(policies));
        }),
      ),
    decode: (der) =>
      readDer(der, (reader) => {
        const sequence = reader.readSequence();
        const certificates = readSequenceOf(sequence, readId);
        const policies = sequence.atEnd ? undefined : certificatePolicies.decode(sequence.readAny().raw);
        sequence.finish();
        return { certificates, policies };
      }),
  };
}
