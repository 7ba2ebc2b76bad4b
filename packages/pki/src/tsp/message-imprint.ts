/** `MessageImprint ::= SEQUENCE { hashAlgorithm AlgorithmIdentifier, hashedMessage OCTET STRING }` (RFC 3161 §2.4.1). */
import { type AlgorithmIdentifier, encodeAlgorithmIdentifier, readAlgorithmIdentifier } from '../algorithm/index.ts';
import { type DerReader, readDer, writeDer } from '../der/index.ts';
import type { ImprintAlgorithm } from './imprint-algorithms.ts';

/** The digest of what gets a time-stamp; whether it is a good one says `checkImprint`. */
export interface MessageImprint {
  /** The whole encoding: a token repeats it octet for octet. */
  readonly der: Uint8Array;
  readonly hashAlgorithm: AlgorithmIdentifier;
  readonly digest: Uint8Array;
}

/** Reads one. @throws {DerError} */
export function readMessageImprint(reader: DerReader): MessageImprint {
  const { raw, content } = reader.readSequenceElement();
  const hashAlgorithm = readAlgorithmIdentifier(content);
  const digest = content.readOctetString();
  content.finish();
  return { der: raw, hashAlgorithm, digest };
}

/** Makes one. @throws {RangeError} when the digest has another length than its algorithm gives */
export function makeMessageImprint(
  algorithm: Pick<ImprintAlgorithm, 'name' | 'oid' | 'length'>,
  digest: Uint8Array,
): MessageImprint {
  if (digest.length !== algorithm.length)
    throw new RangeError(`a digest of ${digest.length} octets; ${algorithm.name} has ${algorithm.length}`);
  const der = writeDer((writer) =>
    writer.sequence(() => writer.raw(encodeAlgorithmIdentifier(algorithm.oid)).octetString(digest)),
  );
  return readDer(der, readMessageImprint);
}
