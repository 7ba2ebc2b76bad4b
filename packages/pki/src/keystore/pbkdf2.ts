/** PBKDF2 with its parameters as they stand in PBES2 and PBMAC1 (RFC 8018 §5.2, appendix A.2). */
import { pbkdf2 } from 'node:crypto';
import { Tag, type DerReader, type DerWriter } from '../der/index.ts';
import { KeystoreError } from './errors.ts';
import { findHmac, PBKDF2, SHA1, type PbeDigest } from './pbe-algorithms.ts';
import type { WorkBudget } from './work-budget.ts';

/** PBKDF2-params with a salt of its own. */
export interface Pbkdf2 {
  readonly salt: Uint8Array;
  readonly iterations: number;
  /** The length of the key in octets, where the parameters give one. */
  readonly keyOctets?: number;
  /** The digest of the HMAC that is the PRF. */
  readonly prf: PbeDigest;
}

/**
 * Reads the AlgorithmIdentifier of a key derivation, which has to be PBKDF2.
 *
 * @throws {@link KeystoreError} `unsupported` for another derivation or PRF, `bad_value`, `too_many_iterations`
 */
export function readPbkdf2(reader: DerReader, budget: WorkBudget): Pbkdf2 {
  const identifier = reader.readSequence();
  const algorithm = identifier.readOid();
  if (algorithm !== PBKDF2)
    throw new KeystoreError(`${budget.area}.unsupported`, `the key derivation ${algorithm} is not PBKDF2`);
  const parameters = identifier.readSequence();
  identifier.finish();
  return readPbkdf2Parameters(parameters, budget);
}

/**
 * Reads the content of PBKDF2-params.
 *
 * @throws {@link KeystoreError} `unsupported` for another PRF, `bad_value`, `too_many_iterations`
 */
export function readPbkdf2Parameters(parameters: DerReader, budget: WorkBudget): Pbkdf2 {
  if (!parameters.nextIs(Tag.octetString))
    throw new KeystoreError(`${budget.area}.unsupported`, 'the salt of PBKDF2 is not an OCTET STRING');
  const salt = parameters.readOctetString();
  const iterations = budget.readIterations(parameters);
  const keyOctets = parameters.nextIs(Tag.integer) ? parameters.readSmallInteger(MAX_KEY_OCTETS) : undefined;
  const prf = parameters.atEnd ? SHA1 : readHmac(parameters, budget);
  parameters.finish();
  return { salt, iterations, prf, ...(keyOctets !== undefined && { keyOctets }) };
}

/** Reads the AlgorithmIdentifier of an HMAC, whose parameters are NULL or left out (RFC 8018 appendix B.1). */
export function readHmac(reader: DerReader, budget: WorkBudget): PbeDigest {
  const identifier = reader.readSequence();
  const algorithm = identifier.readOid();
  const digest = findHmac(algorithm);
  if (digest === undefined)
    throw new KeystoreError(`${budget.area}.unsupported`, `${algorithm} is not an HMAC that is implemented`);
  if (!identifier.atEnd) identifier.readNull();
  identifier.finish();
  return digest;
}

/** Writes the AlgorithmIdentifier that {@link readPbkdf2} reads. */
export function writePbkdf2(writer: DerWriter, { salt, iterations, keyOctets, prf }: Pbkdf2): void {
  writer.sequence(() => {
    writer.oid(PBKDF2).sequence(() => {
      writer.octetString(salt).integer(iterations);
      if (keyOctets !== undefined) writer.integer(keyOctets);
      writeHmac(writer, prf);
    });
  });
}

/** Writes the AlgorithmIdentifier of an HMAC. */
export function writeHmac(writer: DerWriter, digest: PbeDigest): void {
  writer.sequence(() => writer.oid(digest.hmac).null());
}

/**
 * Derives `octets` octets in the thread pool.
 *
 * @param password - as `EncodedPassword.utf8`
 * @throws {@link KeystoreError} `too_many_iterations` when `budget` does not cover it
 */
export async function derivePbkdf2(
  { salt, iterations, prf }: Pbkdf2,
  password: Uint8Array,
  octets: number,
  budget: WorkBudget,
): Promise<Uint8Array> {
  budget.charge(iterations, Math.ceil(octets / prf.octets));
  return new Promise((resolve, reject) => {
    pbkdf2(password, salt, iterations, octets, prf.name, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

const MAX_KEY_OCTETS = 1024;
