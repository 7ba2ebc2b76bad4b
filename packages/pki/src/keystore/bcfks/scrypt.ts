/** scrypt with its parameters as they stand in an AlgorithmIdentifier (RFC 7914 §7), and as Bouncy Castle uses them. */
import { scrypt } from 'node:crypto';
import { oid, Tag, type DerReader } from '../../der/index.ts';
import { shownInteger } from '../../excerpt.ts';
import { KeystoreError } from '../errors.ts';
import type { WorkBudget } from '../work-budget.ts';

/** scrypt-params. */
export interface Scrypt {
  readonly salt: Uint8Array;
  /** N, a power of two. */
  readonly cost: number;
  /** r. It is the parallelization, too: Bouncy Castle computes with it and ignores the p of the file. */
  readonly blockSize: number;
  /** The length of the key in octets, where the parameters give one. */
  readonly keyOctets?: number;
}

/** RFC 7914 §7. */
export const SCRYPT = oid('1.3.6.1.4.1.11591.4.11');

/**
 * Reads scrypt-params.
 *
 * @throws {@link KeystoreError} `bcfks.bad_value`, `bcfks.unsupported` for more memory than 64 MiB
 */
export function readScrypt(parameters: DerReader): Scrypt {
  const salt = parameters.readOctetString();
  const cost = readPositive(parameters, 'cost parameter');
  const blockSize = readPositive(parameters, 'block size');
  readPositive(parameters, 'parallelization parameter');
  const keyOctets = parameters.nextIs(Tag.integer) ? parameters.readSmallInteger(MAX_KEY_OCTETS) : undefined;
  parameters.finish();
  // RFC 7914 §2: N is a power of two above 1 and below 2^(128 r / 8), which only r = 1 does not allow each of what follows.
  if (cost < 2 || !Number.isInteger(Math.log2(cost)) || (blockSize === 1 && cost >= 2 ** 16))
    throw new KeystoreError(
      'bcfks.bad_value',
      `a cost parameter of scrypt is ${cost}, not a power of two that it allows`,
    );
  if (cost * blockSize * OCTETS_PER_BLOCK > MAX_MEMORY_OCTETS)
    throw new KeystoreError(
      'bcfks.unsupported',
      `scrypt with a cost parameter of ${cost} and a block size of ${blockSize} takes more memory than 64 MiB`,
    );
  return { salt, cost, blockSize, ...(keyOctets !== undefined && { keyOctets }) };
}

/**
 * Derives `octets` octets in the thread pool.
 *
 * @throws {@link KeystoreError} `bcfks.too_many_iterations` when `budget` does not cover it
 */
export async function deriveScrypt(
  { salt, cost, blockSize }: Scrypt,
  password: Uint8Array,
  octets: number,
  budget: WorkBudget,
): Promise<Uint8Array> {
  budget.charge(cost * blockSize * blockSize, ITERATIONS_PER_BLOCK);
  const options = { N: cost, r: blockSize, p: blockSize, maxmem: 2 * MAX_MEMORY_OCTETS };
  return new Promise((resolve, reject) => {
    scrypt(password, salt, octets, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

function readPositive(parameters: DerReader, what: string): number {
  const value = parameters.readInteger();
  if (value < 1n || value > MAX_PARAMETER)
    throw new KeystoreError(
      'bcfks.bad_value',
      `a ${what} of scrypt is ${shownInteger(value)}, not 1 to ${MAX_PARAMETER}`,
    );
  return Number(value);
}

const MAX_PARAMETER = 0x7fff_ffffn;
const MAX_KEY_OCTETS = 1024;
const OCTETS_PER_BLOCK = 128;
const MAX_MEMORY_OCTETS = 64 * 1024 * 1024;
/** Measured: about as long as two iterations of PBKDF2. */
const ITERATIONS_PER_BLOCK = 2;
