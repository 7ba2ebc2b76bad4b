/** Decryption under a password as PKCS #12 files and encrypted private keys name it: RFC 7292 appendix C, RFC 8018 §6.2. */
import type { DerReader, Oid } from '../der/index.ts';
import { KeystoreError } from './errors.ts';
import type { EncodedPassword } from './password.ts';
import { findPbes2Cipher, findPkcs12Scheme, PBES2, SHA1, type PbeCipher } from './pbe-algorithms.ts';
import { derivePbkdf2, readPbkdf2 } from './pbkdf2.ts';
import { derivePkcs12 } from './pkcs12-kdf.ts';
import type { WorkBudget } from './work-budget.ts';

/** Encryption of one part of a file, as its AlgorithmIdentifier gives it. */
export interface PasswordBasedEncryption {
  /**
   * Decrypts `ciphertext` and takes the padding off.
   *
   * @returns undefined when the padding is wrong, which tells a wrong password in 255 of 256 cases and never with RC4
   * @throws {@link KeystoreError} `too_many_iterations`; `bad_value` when the ciphertext is not whole blocks
   */
  decrypt(ciphertext: Uint8Array, password: EncodedPassword): Promise<Uint8Array | undefined>;
}

/**
 * Reads the AlgorithmIdentifier of an encryption.
 *
 * @throws {@link KeystoreError} `unsupported`, `bad_value`, `too_many_iterations`
 */
export function readEncryptionAlgorithm(reader: DerReader, budget: WorkBudget): PasswordBasedEncryption {
  const identifier = reader.readSequence();
  const algorithm = identifier.readOid();
  const parameters = identifier.readSequence();
  identifier.finish();
  if (algorithm === PBES2) return readPbes2(parameters, budget);
  const cipher = findPkcs12Scheme(algorithm);
  if (cipher === undefined) throw unsupported(budget, algorithm);
  return readPkcs12Scheme(cipher, parameters, budget);
}

function readPbes2(parameters: DerReader, budget: WorkBudget): PasswordBasedEncryption {
  const kdf = readPbkdf2(parameters, budget);
  const scheme = parameters.readSequence();
  parameters.finish();
  const algorithm = scheme.readOid();
  const cipher = findPbes2Cipher(algorithm);
  if (cipher === undefined) throw unsupported(budget, algorithm);
  const iv = scheme.readOctetString();
  scheme.finish();
  if (iv.length !== cipher.blockOctets)
    throw badValue(budget, `an IV of ${cipher.name} has ${iv.length} octets instead of ${cipher.blockOctets}`);
  if (kdf.keyOctets !== undefined && kdf.keyOctets !== cipher.keyOctets)
    throw badValue(budget, `a key of ${cipher.name} is to have ${kdf.keyOctets} octets instead of ${cipher.keyOctets}`);
  return {
    async decrypt(ciphertext, password) {
      requireWholeBlocks(cipher, ciphertext, budget);
      const key = await derivePbkdf2(kdf, password.utf8, cipher.keyOctets, budget);
      return removePadding(cipher, cipher.decrypt(key, iv, ciphertext));
    },
  };
}

/** Reads pkcs-12PbeParams (RFC 7292 appendix C). */
function readPkcs12Scheme(cipher: PbeCipher, parameters: DerReader, budget: WorkBudget): PasswordBasedEncryption {
  const salt = parameters.readOctetString();
  const iterations = budget.readIterations(parameters);
  parameters.finish();
  return {
    async decrypt(ciphertext, password) {
      requireWholeBlocks(cipher, ciphertext, budget);
      const derivation = { digest: SHA1, password: password.bmp, salt, iterations };
      const key = await derivePkcs12(derivation, 'key', cipher.keyOctets, budget);
      const iv = cipher.blockOctets > 0 ? await derivePkcs12(derivation, 'iv', cipher.blockOctets, budget) : NO_IV;
      return removePadding(cipher, cipher.decrypt(key, iv, ciphertext));
    },
  };
}

function requireWholeBlocks({ name, blockOctets }: PbeCipher, ciphertext: Uint8Array, budget: WorkBudget): void {
  if (blockOctets === 0) return;
  if (ciphertext.length === 0 || ciphertext.length % blockOctets !== 0)
    throw badValue(
      budget,
      `a ciphertext of ${name} has ${ciphertext.length} octets, not whole blocks of ${blockOctets}`,
    );
}

/** The padding of RFC 8018 §6.1.1: n octets of the value n, 1 to a block. */
function removePadding({ blockOctets }: PbeCipher, plaintext: Uint8Array): Uint8Array | undefined {
  if (blockOctets === 0) return plaintext;
  const count = plaintext[plaintext.length - 1]!;
  if (count < 1 || count > blockOctets) return undefined;
  const padded = plaintext.subarray(plaintext.length - count);
  return padded.every((octet) => octet === count) ? plaintext.subarray(0, plaintext.length - count) : undefined;
}

function unsupported(budget: WorkBudget, algorithm: Oid): KeystoreError {
  return new KeystoreError(`${budget.area}.unsupported`, `the encryption algorithm ${algorithm} is not implemented`);
}

function badValue(budget: WorkBudget, message: string): KeystoreError {
  return new KeystoreError(`${budget.area}.bad_value`, message);
}

const NO_IV = new Uint8Array(0);
