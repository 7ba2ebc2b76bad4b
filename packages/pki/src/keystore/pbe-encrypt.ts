/** Encryption under a password, as it is written: PBES2 (RFC 8018 §6.2), or the triple DES of PKCS #12 (RFC 7292 appendix C) for old readers. */
import { createCipheriv } from 'node:crypto';
import { writeDer, type DerWriter } from '../der/index.ts';
import { encodePassword } from './password.ts';
import { AES_256_CBC, PBES2, SHA1, SHA1_TRIPLE_DES, SHA256 } from './pbe-algorithms.ts';
import { derivePbkdf2, writePbkdf2, type Pbkdf2 } from './pbkdf2.ts';
import { derivePkcs12, type Pkcs12Derivation } from './pkcs12-kdf.ts';
import { MAX_ITERATIONS, WorkBudget } from './work-budget.ts';

/** Octets encrypted under a password. */
export interface Encrypted {
  /** The DER of the AlgorithmIdentifier. */
  readonly algorithm: Uint8Array;
  readonly ciphertext: Uint8Array;
}

/** Options of encryption. */
export interface EncryptOptions {
  readonly password: string;
  /** Iterations of each derivation, 1 to 2^31 - 1; 100,000 when left out. */
  readonly iterations?: number;
  /** Returns `count` random octets. */
  random(count: number): Uint8Array;
}

/** Encrypts with PBES2: PBKDF2 with HMAC-SHA-256 and a salt of 16 octets, AES-256-CBC (RFC 8018 §6.2). */
export async function encryptPbes2(plaintext: Uint8Array, options: EncryptOptions): Promise<Encrypted> {
  const iterations = options.iterations ?? DEFAULT_ITERATIONS;
  const kdf: Pbkdf2 = { salt: options.random(PBES2_SALT_OCTETS), iterations, prf: SHA256 };
  const iv = options.random(AES_BLOCK_OCTETS);
  const key = await derivePbkdf2(kdf, encodePassword(options.password).utf8, AES_KEY_OCTETS, writeBudget(iterations));
  const ciphertext = encryptCbc('aes-256-cbc', key, iv, plaintext);
  return { algorithm: writeDer((writer) => writePbes2(writer, kdf, iv)), ciphertext };
}

/**
 * Encrypts with pbeWithSHAAnd3-KeyTripleDES-CBC and a salt of 8 octets, as readers do that know nothing newer (RFC 7292 appendix C).
 *
 * The derivation runs in this thread, with turns of the event loop between.
 */
export async function encryptTripleDes(plaintext: Uint8Array, options: EncryptOptions): Promise<Encrypted> {
  const iterations = options.iterations ?? DEFAULT_COMPATIBLE_ITERATIONS;
  const salt = options.random(TRIPLE_DES_BLOCK_OCTETS);
  const password = encodePassword(options.password).bmp;
  const derivation: Pkcs12Derivation = { digest: SHA1, password, salt, iterations };
  const budget = writeBudget(iterations);
  const key = await derivePkcs12(derivation, 'key', TRIPLE_DES_KEY_OCTETS, budget);
  const iv = await derivePkcs12(derivation, 'iv', TRIPLE_DES_BLOCK_OCTETS, budget);
  const algorithm = writeDer((writer) =>
    writer.sequence(() => writer.oid(SHA1_TRIPLE_DES).sequence(() => writer.octetString(salt).integer(iterations))),
  );
  return { algorithm, ciphertext: encryptCbc('des-ede3-cbc', key, iv, plaintext) };
}

/** The budget of one derivation by a writer, who knows what it asks for. */
export function writeBudget(iterations: number): WorkBudget {
  if (!Number.isInteger(iterations) || iterations < 1 || iterations > MAX_ITERATIONS)
    throw new RangeError(`iterations ${iterations} is not in 1..2147483647`);
  return new WorkBudget('pkcs12', MAX_ITERATIONS);
}

/**
 * Ten times those that Java writes. .NET refuses a file whose MAC and encrypted parts take more than 600,000 together, so three times this
 * number has to stay below. A password of 80 random bits needs none of them.
 */
export const DEFAULT_ITERATIONS = 100_000;
/** Five times those that Windows writes: the readers are old, and each takes seven digests here. */
export const DEFAULT_COMPATIBLE_ITERATIONS = 10_000;

/** Encrypts and overwrites the key. */
function encryptCbc(name: string, key: Uint8Array, iv: Uint8Array, plaintext: Uint8Array): Uint8Array {
  const cipher = createCipheriv(name, key, iv);
  key.fill(0);
  return new Uint8Array(Buffer.concat([cipher.update(plaintext), cipher.final()]));
}

function writePbes2(writer: DerWriter, kdf: Pbkdf2, iv: Uint8Array): void {
  writer.sequence(() => {
    writer.oid(PBES2).sequence(() => {
      writePbkdf2(writer, kdf);
      writer.sequence(() => writer.oid(AES_256_CBC).octetString(iv));
    });
  });
}

const PBES2_SALT_OCTETS = 16;
const AES_BLOCK_OCTETS = 16;
const AES_KEY_OCTETS = 32;
const TRIPLE_DES_BLOCK_OCTETS = 8;
const TRIPLE_DES_KEY_OCTETS = 24;
