/** The parameters of RSASSA-PSS (RFC 4055 §3.1). */
import { oid, type Oid, readDer, writeDer } from '../der/index.ts';
import {
  type AlgorithmIdentifier,
  encodeAlgorithmIdentifier,
  isNull,
  NULL_PARAMETERS,
  readAlgorithmIdentifier,
} from './algorithm-identifier.ts';
import { AlgorithmError } from './errors.ts';
import { type HashAlgorithm, hashAlgorithmByName, hashAlgorithmByOid } from './hash-algorithms.ts';

/** PSS with MGF1 over the same hash, which is all that this package writes and reads. */
export interface PssParameters {
  readonly hash: HashAlgorithm;
  /** Octets. */
  readonly saltLength: number;
}

/** Encodes RSASSA-PSS-params: what equals a default is left out, hash identifiers carry NULL (RFC 4055 §2.1). */
export function encodePssParameters({ hash, saltLength }: PssParameters): Uint8Array {
  const hashDer = encodeAlgorithmIdentifier(hash.oid, NULL_PARAMETERS);
  return writeDer((writer) => {
    writer.sequence(() => {
      if (hash.name !== DEFAULT_HASH.name) {
        writer.explicit(0, () => writer.raw(hashDer));
        writer.explicit(1, () => writer.raw(encodeAlgorithmIdentifier(MGF1_OID, hashDer)));
      }
      if (saltLength !== DEFAULT_SALT_LENGTH) writer.explicit(2, () => writer.integer(saltLength));
    });
  });
}

/**
 * Reads RSASSA-PSS-params; a default that is written out is understood, since many wrote it.
 *
 * @param parameters - undefined when the AlgorithmIdentifier has none, which a signature must have (RFC 4055 §3.1)
 * @throws {DerError} when they are not in DER
 * @throws {AlgorithmError} `algorithm.bad_parameters` when they are absent, when the mask generation is not MGF1 over the same hash,
 * when the salt is longer than 512 octets or the trailer is not 1; `algorithm.unknown` for an unknown hash
 */
export function decodePssParameters(parameters: Uint8Array | undefined): PssParameters {
  if (parameters === undefined) throw bad('RSASSA-PSS has no parameters');
  return readDer(parameters, (reader) => {
    const sequence = reader.readSequence();
    const hash = sequence.readExplicitValue(0, (inner) => hashOf(readAlgorithmIdentifier(inner))) ?? DEFAULT_HASH;
    const maskHash =
      sequence.readExplicitValue(1, (inner) => maskHashOf(readAlgorithmIdentifier(inner))) ?? DEFAULT_HASH;
    const saltLength =
      sequence.readExplicitValue(2, (inner) => inner.readSmallInteger(MAX_SALT)) ?? DEFAULT_SALT_LENGTH;
    const trailer = sequence.readExplicitValue(3, (inner) => inner.readSmallInteger(0xff)) ?? 1;
    sequence.finish();
    if (maskHash !== hash)
      throw bad(`PSS hashes with ${hash.name} and masks with ${maskHash.name}; both must be the same`);
    if (trailer !== 1) throw bad(`the trailer field of PSS is ${trailer}; only 1 is defined`);
    return { hash, saltLength };
  });
}

function hashOf({ oid, parameters }: AlgorithmIdentifier): HashAlgorithm {
  if (parameters !== undefined && !isNull(parameters)) throw bad(`the hash ${oid} has parameters; it takes none`);
  return hashAlgorithmByOid(oid);
}

function maskHashOf({ oid, parameters }: AlgorithmIdentifier): HashAlgorithm {
  if (oid !== MGF1_OID || parameters === undefined)
    throw bad(`the mask generation ${oid} of PSS is not MGF1 over a hash`);
  return hashOf(readDer(parameters, readAlgorithmIdentifier));
}

function bad(message: string): AlgorithmError {
  return new AlgorithmError('algorithm.bad_parameters', message);
}

const MGF1_OID: Oid = oid('1.2.840.113549.1.1.8');
const DEFAULT_HASH = hashAlgorithmByName('SHA-1');
const DEFAULT_SALT_LENGTH = 20;
/** The most that a 4,096-bit modulus holds and more than anyone uses. */
const MAX_SALT = 512;
