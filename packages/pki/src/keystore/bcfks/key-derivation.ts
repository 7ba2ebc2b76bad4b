/** Derivation of keys from the password of a BCFKS file: PBKDF2 or scrypt over the password and the purpose of the key. */
import type { DerReader } from '../../der/index.ts';
import { KeystoreError } from '../errors.ts';
import { encodePassword } from '../password.ts';
import { PBKDF2 } from '../pbe-algorithms.ts';
import { derivePbkdf2, readPbkdf2Parameters } from '../pbkdf2.ts';
import type { WorkBudget } from '../work-budget.ts';
import { deriveScrypt, readScrypt, SCRYPT } from './scrypt.ts';

/** Purpose of a key. Its name is part of what the key is derived from. */
export type KeyPurpose = 'INTEGRITY_CHECK' | 'STORE_ENCRYPTION' | 'PRIVATE_KEY_ENCRYPTION';

/** A key derivation with its parameters. */
export interface KeyDerivation {
  /** The length of the key in octets, where the parameters give one. */
  readonly keyOctets: number | undefined;
  /** @throws {@link KeystoreError} `bcfks.too_many_iterations` */
  derive(password: Uint8Array, octets: number): Promise<Uint8Array>;
}

/**
 * Reads the AlgorithmIdentifier of a key derivation.
 *
 * @throws {@link KeystoreError} `bcfks.unsupported`, `bcfks.bad_value`, `bcfks.too_many_iterations`
 */
export function readKeyDerivation(reader: DerReader, budget: WorkBudget): KeyDerivation {
  const identifier = reader.readSequence();
  const algorithm = identifier.readOid();
  if (algorithm !== PBKDF2 && algorithm !== SCRYPT)
    throw new KeystoreError('bcfks.unsupported', `the key derivation ${algorithm} is neither PBKDF2 nor scrypt`);
  const parameters = identifier.readSequence();
  identifier.finish();
  if (algorithm === PBKDF2) {
    const kdf = readPbkdf2Parameters(parameters, budget);
    const derive = (password: Uint8Array, octets: number) => derivePbkdf2(kdf, password, octets, budget);
    return { keyOctets: kdf.keyOctets, derive };
  }
  const kdf = readScrypt(parameters);
  const derive = (password: Uint8Array, octets: number) => deriveScrypt(kdf, password, octets, budget);
  return { keyOctets: kdf.keyOctets, derive };
}

/**
 * Encodes a password for one purpose: a BMPString of each, a NUL character behind it. The empty password has no octets at all.
 *
 * The caller overwrites it.
 */
export function passwordFor(purpose: KeyPurpose, password: string): Uint8Array {
  const encoded = password === '' ? new Uint8Array(0) : encodePassword(password).bmp;
  return Uint8Array.from([...encoded, ...encodePassword(purpose).bmp]);
}
