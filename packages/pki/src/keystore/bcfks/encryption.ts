/** Encryption of the parts of a BCFKS file: PBES2 (RFC 8018 §6.2) with AES-256-CCM (RFC 5084) or AES-256 key wrap with padding (RFC 5649). */
import { createCipheriv, createDecipheriv, type Decipheriv } from 'node:crypto';
import { oid, Tag, writeDer, type DerReader } from '../../der/index.ts';
import { KeystoreError } from '../errors.ts';
import { PBES2, SHA512 } from '../pbe-algorithms.ts';
import { derivePbkdf2, writePbkdf2, type Pbkdf2 } from '../pbkdf2.ts';
import { type Encrypted, writeBudget } from '../pbe-encrypt.ts';
import type { WorkBudget } from '../work-budget.ts';
import { passwordFor, readKeyDerivation, type KeyPurpose } from './key-derivation.ts';

/** Encryption of one part of a file, as its AlgorithmIdentifier gives it. */
export interface PartEncryption {
  /**
   * Decrypts a part.
   *
   * @returns undefined when what authenticates the part does not fit the password
   * @throws {@link KeystoreError} `bcfks.too_many_iterations`; `bcfks.bad_value` for a ciphertext of a size that cannot be
   */
  decrypt(ciphertext: Uint8Array, purpose: KeyPurpose, password: string): Promise<Uint8Array | undefined>;
}

/**
 * Reads the AlgorithmIdentifier of an encryption.
 *
 * @throws {@link KeystoreError} `bcfks.unsupported`, `bcfks.bad_value`, `bcfks.too_many_iterations`
 */
export function readPartEncryption(reader: DerReader, budget: WorkBudget): PartEncryption {
  const identifier = reader.readSequence();
  const algorithm = identifier.readOid();
  if (algorithm !== PBES2)
    throw new KeystoreError('bcfks.unsupported', `the encryption algorithm ${algorithm} is not PBES2`);
  const parameters = identifier.readSequence();
  identifier.finish();
  const kdf = readKeyDerivation(parameters, budget);
  const cipher = readCipher(parameters.readSequence());
  parameters.finish();
  if (kdf.keyOctets !== undefined && kdf.keyOctets !== KEY_OCTETS)
    throw new KeystoreError('bcfks.bad_value', `a key of AES-256 is to have ${kdf.keyOctets} octets instead of 32`);
  return {
    async decrypt(ciphertext, purpose, password) {
      cipher.checkLength(ciphertext.length);
      const encoded = passwordFor(purpose, password);
      const key = await kdf.derive(encoded, KEY_OCTETS);
      encoded.fill(0);
      try {
        return cipher.decrypt(key, ciphertext);
      } finally {
        key.fill(0);
      }
    },
  };
}

/** Inputs of an encryption. */
export interface PartEncryptionOptions {
  readonly purpose: KeyPurpose;
  readonly password: string;
  readonly iterations: number;
  /** Returns `count` random octets. */
  random(count: number): Uint8Array;
}

/** Encrypts as Bouncy Castle does by default: PBKDF2 with HMAC-SHA-512 and a salt of 64 octets, AES-256-CCM with an ICV of 8 octets. */
export async function encryptPart(plaintext: Uint8Array, options: PartEncryptionOptions): Promise<Encrypted> {
  const { iterations } = options;
  const kdf: Pbkdf2 = { salt: options.random(SALT_OCTETS), iterations, keyOctets: KEY_OCTETS, prf: SHA512 };
  const nonce = options.random(WRITTEN_NONCE_OCTETS);
  const encoded = passwordFor(options.purpose, options.password);
  const key = await derivePbkdf2(kdf, encoded, KEY_OCTETS, writeBudget(iterations));
  encoded.fill(0);
  const cipher = createCipheriv('aes-256-ccm', key, nonce, { authTagLength: WRITTEN_ICV_OCTETS });
  key.fill(0);
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
  const algorithm = writeDer((writer) =>
    writer.sequence(() =>
      writer.oid(PBES2).sequence(() => {
        writePbkdf2(writer, kdf);
        writer.sequence(() =>
          writer.oid(AES_256_CCM).sequence(() => writer.octetString(nonce).integer(WRITTEN_ICV_OCTETS)),
        );
      }),
    ),
  );
  return { algorithm, ciphertext: new Uint8Array(ciphertext) };
}

interface Cipher {
  /** @throws {@link KeystoreError} `bcfks.bad_value` */
  checkLength(octets: number): void;
  decrypt(key: Uint8Array, ciphertext: Uint8Array): Uint8Array | undefined;
}

function readCipher(scheme: DerReader): Cipher {
  const algorithm = scheme.readOid();
  if (algorithm === AES_256_CCM) {
    const parameters = scheme.readSequence();
    scheme.finish();
    return readCcm(parameters);
  }
  if (algorithm !== AES_256_WRAP_PAD)
    throw new KeystoreError('bcfks.unsupported', `the encryption algorithm ${algorithm} is not implemented`);
  scheme.finish();
  return KEY_WRAP;
}

/** Reads CCMParameters (RFC 5084 §3.1). */
function readCcm(parameters: DerReader): Cipher {
  const nonce = parameters.readOctetString();
  const icvOctets = parameters.nextIs(Tag.integer) ? parameters.readSmallInteger(MAX_ICV_OCTETS) : DEFAULT_ICV_OCTETS;
  parameters.finish();
  if (nonce.length < MIN_NONCE_OCTETS || nonce.length > MAX_NONCE_OCTETS)
    throw new KeystoreError('bcfks.bad_value', `a nonce of AES-CCM has ${nonce.length} octets, not 7 to 13`);
  if (icvOctets < MIN_ICV_OCTETS || icvOctets % 2 !== 0)
    throw new KeystoreError('bcfks.bad_value', `an ICV of AES-CCM has ${icvOctets} octets, not 8, 10, 12, 14 or 16`);
  // The length of a message is counted in the octets that the nonce leaves (RFC 3610 §2.2).
  const maxOctets = 2 ** (8 * (15 - nonce.length)) - 1;
  return {
    checkLength(octets) {
      if (octets >= icvOctets && octets - icvOctets <= maxOctets) return;
      throw new KeystoreError('bcfks.bad_value', `a ciphertext of AES-CCM has ${octets} octets, too few or too many`);
    },
    decrypt(key, ciphertext) {
      const decipher = createDecipheriv('aes-256-ccm', key, nonce, { authTagLength: icvOctets });
      decipher.setAuthTag(ciphertext.subarray(ciphertext.length - icvOctets));
      return finished(decipher, ciphertext.subarray(0, ciphertext.length - icvOctets));
    },
  };
}

/** Key wrap works in this thread, and takes some 0.1 milliseconds for each KiB. */
const KEY_WRAP: Cipher = {
  checkLength(octets) {
    if (octets >= 16 && octets % 8 === 0 && octets <= MAX_WRAPPED_OCTETS) return;
    throw new KeystoreError(
      'bcfks.bad_value',
      `a ciphertext of AES key wrap has ${octets} octets, not a multiple of 8 from 16 to ${MAX_WRAPPED_OCTETS}`,
    );
  },
  decrypt: (key, ciphertext) =>
    finished(createDecipheriv('id-aes256-wrap-pad', key, ALTERNATIVE_INITIAL_VALUE), ciphertext),
};

/** Returns what a decipher that authenticates gives, and undefined when it refuses. Nothing is left in buffers of others. */
function finished(decipher: Decipheriv, ciphertext: Uint8Array): Uint8Array | undefined {
  try {
    const plaintext = decipher.update(ciphertext);
    decipher.final();
    const own = Uint8Array.from(plaintext);
    plaintext.fill(0);
    return own;
  } catch {
    // It has no error of its own for that, and nothing else can go wrong: lengths were checked.
    return undefined;
  }
}

/** RFC 5084 §3.1, RFC 5649 §5. */
const AES_256_CCM = oid('2.16.840.1.101.3.4.1.47');
const AES_256_WRAP_PAD = oid('2.16.840.1.101.3.4.1.48');
const ALTERNATIVE_INITIAL_VALUE = Uint8Array.of(0xa6, 0x59, 0x59, 0xa6);
const KEY_OCTETS = 32;
const MIN_NONCE_OCTETS = 7;
const MAX_NONCE_OCTETS = 13;
/** Shorter ones are allowed, and let one wrong password in some thousand million fit. */
const MIN_ICV_OCTETS = 8;
const MAX_ICV_OCTETS = 16;
const DEFAULT_ICV_OCTETS = 12;
const MAX_WRAPPED_OCTETS = 128 * 1024;
const SALT_OCTETS = 64;
const WRITTEN_NONCE_OCTETS = 12;
const WRITTEN_ICV_OCTETS = 8;
