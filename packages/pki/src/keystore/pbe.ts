/** Password-based encryption as PKCS #12 files and encrypted private keys name it: RFC 7292 appendix C, RFC 8018 §6.2. */
import { createCipheriv } from 'node:crypto';
import { writeDer, type DerReader, type DerWriter, type Oid } from '../der/index.ts';
import { KeystoreError } from './errors.ts';
import { encodePassword, type EncodedPassword } from './password.ts';
import {
  AES_256_CBC,
  findPbes2Cipher,
  findPkcs12Scheme,
  PBES2,
  SHA1,
  SHA256,
  type PbeCipher,
} from './pbe-algorithms.ts';
import { derivePbkdf2, readPbkdf2, writePbkdf2, type Pbkdf2 } from './pbkdf2.ts';
import { derivePkcs12 } from './pkcs12-kdf.ts';
import { WorkBudget } from './work-budget.ts';

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

/** Octets encrypted under a password. */
export interface Encrypted {
  /** The DER of the AlgorithmIdentifier. */
  readonly algorithm: Uint8Array;
  readonly ciphertext: Uint8Array;
}

/** Options of encryption. */
export interface EncryptOptions {
  readonly password: string;
  /** Iterations of PBKDF2, 1 to 2^31 - 1; 10,000 when left out. */
  readonly iterations?: number;
  /** Returns `count` random octets. */
  random(count: number): Uint8Array;
}

/** Encrypts with PBES2: PBKDF2 with HMAC-SHA-256 and a salt of 16 octets, AES-256-CBC (RFC 8018 §6.2). */
export async function encryptPbes2(plaintext: Uint8Array, options: EncryptOptions): Promise<Encrypted> {
  const iterations = options.iterations ?? DEFAULT_ITERATIONS;
  const kdf: Pbkdf2 = { salt: options.random(SALT_OCTETS), iterations, prf: SHA256 };
  const iv = options.random(IV_OCTETS);
  const key = await derivePbkdf2(kdf, encodePassword(options.password).utf8, KEY_OCTETS, writeBudget(iterations));
  const cipher = createCipheriv('aes-256-cbc', key, iv);
  const ciphertext = new Uint8Array(Buffer.concat([cipher.update(plaintext), cipher.final()]));
  return { algorithm: writeDer((writer) => writePbes2(writer, kdf, iv)), ciphertext };
}

/** The budget of one derivation by a writer, who knows what it asks for. */
export function writeBudget(iterations: number): WorkBudget {
  if (!Number.isInteger(iterations) || iterations < 1 || iterations > 0x7fff_ffff)
    throw new RangeError(`iterations ${iterations} is not in 1..2147483647`);
  return new WorkBudget('pkcs12', 0x7fff_ffff);
}

/** The number that Java writes, too. It takes some milliseconds; a caller with human passwords may ask for more. */
export const DEFAULT_ITERATIONS = 10_000;

function writePbes2(writer: DerWriter, kdf: Pbkdf2, iv: Uint8Array): void {
  writer.sequence(() => {
    writer.oid(PBES2).sequence(() => {
      writePbkdf2(writer, kdf);
      writer.sequence(() => writer.oid(AES_256_CBC).octetString(iv));
    });
  });
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

const SALT_OCTETS = 16;
const IV_OCTETS = 16;
const KEY_OCTETS = 32;
const NO_IV = new Uint8Array(0);
