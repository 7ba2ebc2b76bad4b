/** ESSCertID and ESSCertIDv2: a certificate named by its hash (RFC 2634 §5.4.1, RFC 5035 §4). */
import {
  digest,
  encodeAlgorithmIdentifier,
  type HashAlgorithm,
  hashAlgorithmByName,
  readAlgorithmIdentifier,
} from '../algorithm/index.ts';
import type { Certificate } from '../certificate/index.ts';
import { compareBytes, type DerReader, type DerWriter, Tag } from '../der/index.ts';
import { type GeneralName, readGeneralNames, writeGeneralNames } from '../general-name/index.ts';
import { digestAlgorithmOf } from './signer-algorithms.ts';

export interface CertificateId {
  /** SHA-1 in ESSCertID. */
  readonly hash: HashAlgorithm;
  /** Hash of the whole certificate. */
  readonly certificateHash: Uint8Array;
  readonly issuerSerial?: IssuerSerial | undefined;
}

export interface IssuerSerial {
  readonly issuer: readonly GeneralName[];
  /** The content octets of the INTEGER. */
  readonly serialNumber: Uint8Array;
}

/** The identifier of `certificate`; `issuerSerial` says whether to name its issuer and number too. */
export function certificateId(certificate: Certificate, hash: HashAlgorithm, issuerSerial: boolean): CertificateId {
  const { issuer, serialNumberBytes, der } = certificate;
  return {
    hash,
    certificateHash: digest(hash, der),
    issuerSerial: issuerSerial
      ? { issuer: [{ type: 'directoryName', value: issuer }], serialNumber: serialNumberBytes }
      : undefined,
  };
}

/** Returns whether `id` is that of `certificate`: its hash, and issuer and number when they are there. */
export function identifies({ hash, certificateHash, issuerSerial }: CertificateId, certificate: Certificate): boolean {
  if (compareBytes(digest(hash, certificate.der), certificateHash) !== 0) return false;
  if (issuerSerial === undefined) return true;
  const [issuer, second] = issuerSerial.issuer;
  return (
    issuer?.type === 'directoryName' &&
    second === undefined &&
    issuer.value.equals(certificate.issuer) &&
    compareBytes(issuerSerial.serialNumber, certificate.serialNumberBytes) === 0
  );
}

/** Reads an ESSCertID, whose hash is SHA-1. @throws {DerError} */
export function readCertificateId(reader: DerReader): CertificateId {
  return readFields(reader.readSequence(), SHA_1);
}

/** Reads an ESSCertIDv2. @throws {DerError} @throws {AlgorithmError} for a hash that is not known */
export function readCertificateIdV2(reader: DerReader): CertificateId {
  const sequence = reader.readSequence();
  const hash = sequence.nextIs(Tag.sequence) ? digestAlgorithmOf(readAlgorithmIdentifier(sequence)) : SHA_256;
  return readFields(sequence, hash);
}

/** Writes an ESSCertID. @throws {RangeError} when the hash is not SHA-1 */
export function writeCertificateId(writer: DerWriter, id: CertificateId): void {
  if (id.hash !== SHA_1) throw new RangeError(`ESSCertID is by SHA-1, not by ${id.hash.name}`);
  writer.sequence(() => writeFields(writer, id));
}

/** Writes an ESSCertIDv2; the default SHA-256 is left out (X.690 §11.5). */
export function writeCertificateIdV2(writer: DerWriter, id: CertificateId): void {
  writer.sequence(() => {
    if (id.hash !== SHA_256) writer.raw(encodeAlgorithmIdentifier(id.hash.oid));
    writeFields(writer, id);
  });
}

function readFields(sequence: DerReader, hash: HashAlgorithm): CertificateId {
  const certificateHash = sequence.readOctetString();
  const issuerSerial = sequence.atEnd ? undefined : readIssuerSerial(sequence.readSequence());
  sequence.finish();
  return { hash, certificateHash, issuerSerial };
}

function readIssuerSerial(sequence: DerReader): IssuerSerial {
  const issuer = readGeneralNames(sequence);
  const serialNumber = sequence.readIntegerBytes();
  sequence.finish();
  return { issuer, serialNumber };
}

function writeFields(writer: DerWriter, { certificateHash, issuerSerial }: CertificateId): void {
  writer.octetString(certificateHash);
  if (issuerSerial === undefined) return;
  writer.sequence(() => {
    writeGeneralNames(writer, issuerSerial.issuer);
    writer.primitive(Tag.integer, issuerSerial.serialNumber);
  });
}

const SHA_1 = hashAlgorithmByName('SHA-1');
const SHA_256 = hashAlgorithmByName('SHA-256');
