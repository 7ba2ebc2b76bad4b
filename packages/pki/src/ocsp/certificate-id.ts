/** CertID: the certificate that a status is of, by hashes of its issuer's name and key (RFC 6960 §4.1.1). */
import {
  type AlgorithmIdentifier,
  digest,
  encodeAlgorithmIdentifier,
  type HashAlgorithm,
  hashAlgorithmByName,
  type HashAlgorithmName,
  isNull,
  NULL_PARAMETERS,
  readAlgorithmIdentifier,
} from '../algorithm/index.ts';
import type { Certificate } from '../certificate/index.ts';
import { compareBytes, type DerReader, readDer, Tag, writeDer } from '../der/index.ts';
import type { PublicKey } from '../public-key/index.ts';

export interface OcspCertificateId {
  /** The whole encoding: an answer repeats it octet for octet. */
  readonly der: Uint8Array;
  readonly hashAlgorithm: AlgorithmIdentifier;
  readonly issuerNameHash: Uint8Array;
  readonly issuerKeyHash: Uint8Array;
  /** The content octets of the INTEGER. */
  readonly serialNumber: Uint8Array;
}

/**
 * The identifier of `certificate`.
 *
 * @param issuerKey - that of its issuer
 * @param hash - SHA-1 unless given, which every responder knows; nothing is signed with it
 */
export function ocspCertificateId(
  { issuer, serialNumberBytes }: Pick<Certificate, 'issuer' | 'serialNumberBytes'>,
  issuerKey: PublicKey,
  hash: HashAlgorithm = hashAlgorithmByName('SHA-1'),
): OcspCertificateId {
  const der = writeDer((writer) =>
    writer.sequence(() => {
      writer.raw(encodeAlgorithmIdentifier(hash.oid, NULL_PARAMETERS));
      writer.octetString(digest(hash, issuer.der)).octetString(digest(hash, issuerKey.keyBytes));
      writer.primitive(Tag.integer, serialNumberBytes);
    }),
  );
  return readDer(der, readOcspCertificateId);
}

/** Reads one. @throws {DerError} */
export function readOcspCertificateId(reader: DerReader): OcspCertificateId {
  const { raw, content } = reader.readSequenceElement();
  const hashAlgorithm = readAlgorithmIdentifier(content);
  const issuerNameHash = content.readOctetString();
  const issuerKeyHash = content.readOctetString();
  const serialNumber = content.readIntegerBytes();
  content.finish();
  return { der: raw, hashAlgorithm, issuerNameHash, issuerKeyHash, serialNumber };
}

/** Tells the identifiers of one certificate from others, by whatever hash they are; each hash is computed once. */
export class OcspCertificateMatch {
  readonly #certificate: Pick<Certificate, 'issuer' | 'serialNumberBytes'>;
  readonly #issuerKey: PublicKey;
  readonly #own = new Map<HashAlgorithmName, OcspCertificateId>();

  constructor(certificate: Pick<Certificate, 'issuer' | 'serialNumberBytes'>, issuerKey: PublicKey) {
    this.#certificate = certificate;
    this.#issuerKey = issuerKey;
  }

  /** Returns whether `id` is that of the certificate; false for a hash other than SHA-1 and SHA-2. */
  matches({ hashAlgorithm, issuerNameHash, issuerKeyHash, serialNumber }: OcspCertificateId): boolean {
    const own = this.#by(hashAlgorithm);
    return (
      own !== undefined &&
      compareBytes(serialNumber, own.serialNumber) === 0 &&
      compareBytes(issuerNameHash, own.issuerNameHash) === 0 &&
      compareBytes(issuerKeyHash, own.issuerKeyHash) === 0
    );
  }

  #by({ oid, parameters }: AlgorithmIdentifier): OcspCertificateId | undefined {
    const hash = HASHES.find((one) => one.oid === oid);
    if (hash === undefined || !(parameters === undefined || isNull(parameters))) return undefined;
    const own = this.#own.get(hash.name) ?? ocspCertificateId(this.#certificate, this.#issuerKey, hash);
    this.#own.set(hash.name, own);
    return own;
  }
}

const HASHES = (['SHA-1', 'SHA-256', 'SHA-384', 'SHA-512'] as const).map(hashAlgorithmByName);
