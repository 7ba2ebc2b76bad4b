/** `DigestInfo ::= SEQUENCE { digestAlgorithm AlgorithmIdentifier, digest OCTET STRING }`: what RSA with PKCS #1 v1.5 signs (RFC 8017 §9.2). */
import { readDer, writeDer } from '../der/index.ts';
import { encodeAlgorithmIdentifier, isNull, NULL_PARAMETERS, readAlgorithmIdentifier } from './algorithm-identifier.ts';
import { AlgorithmError } from './errors.ts';
import { type HashAlgorithm, hashAlgorithmByOid } from './hash-algorithms.ts';

export interface DigestInfo {
  readonly hash: HashAlgorithm;
  readonly digest: Uint8Array;
}

/** Encodes one, with the NULL that every verifier takes. @throws {RangeError} when the digest has another length than its hash gives */
export function encodeDigestInfo({ hash, digest }: DigestInfo): Uint8Array {
  if (digest.length !== hash.length)
    throw new RangeError(`a digest of ${digest.length} octets; ${hash.name} has ${hash.length}`);
  return writeDer((writer) =>
    writer.sequence(() => writer.raw(encodeAlgorithmIdentifier(hash.oid, NULL_PARAMETERS)).octetString(digest)),
  );
}

/**
 * Reads one that was encoded like that.
 *
 * @throws {DerError}
 * @throws {@link AlgorithmError} `algorithm.unknown`, or `algorithm.bad_parameters` when the NULL is missing, or the digest has another
 *   length than its hash gives
 */
export function decodeDigestInfo(der: Uint8Array): DigestInfo {
  return readDer(der, (reader) => {
    const sequence = reader.readSequence();
    const { oid, parameters } = readAlgorithmIdentifier(sequence);
    const digest = sequence.readOctetString();
    sequence.finish();
    const hash = hashAlgorithmByOid(oid);
    if (parameters === undefined || !isNull(parameters) || digest.length !== hash.length) {
      throw new AlgorithmError(
        'algorithm.bad_parameters',
        `a DigestInfo of ${hash.name} has NULL and ${hash.length} octets`,
      );
    }
    return { hash, digest };
  });
}
