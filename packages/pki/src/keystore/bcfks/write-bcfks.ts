/** Writing BCFKS keystores as Bouncy Castle does by default: one private key with its certificates. */
import { createHmac } from 'node:crypto';
import { asDer, Tag, writeDer, type Der, type DerWriter } from '../../der/index.ts';
import { SHA512 } from '../pbe-algorithms.ts';
import type { OneKeyOptions } from '../one-key-options.ts';
import { writeBudget } from '../pbe-encrypt.ts';
import { derivePbkdf2, writeHmac, writePbkdf2, type Pbkdf2 } from '../pbkdf2.ts';
import { encodeEncryptedPrivateKey, parsePrivateKeyInfo } from '../pkcs8.ts';
import { encryptPart } from './encryption.ts';
import { passwordFor } from './key-derivation.ts';

/** Contents of a file and its protection. */
export interface WriteBcfksOptions extends OneKeyOptions {
  /** Iterations of each of three derivations, 1 to 2^31 - 1; when left out 51,200, as Bouncy Castle writes. It reads 5 million at most. */
  readonly iterations?: number;
}

/**
 * Makes a BCFKS file with one key and its certificates.
 *
 * The key is encrypted with AES-256-CCM, and the entry with it once more; keys are derived by PBKDF2 with HMAC-SHA-512, in the thread pool, and
 * HMAC-SHA-512 is the MAC. Any password will do.
 *
 * @throws {DerError} when `privateKey` is not a PrivateKeyInfo
 * @throws {RangeError} for an alias with half a surrogate pair
 */
export async function writeBcfks(options: WriteBcfksOptions): Promise<Der<'Bcfks'>> {
  const { alias, privateKey, iterations = DEFAULT_ITERATIONS } = options;
  if (!alias.isWellFormed()) throw new RangeError('an alias has half a surrogate pair, which UTF-8 does not encode');
  parsePrivateKeyInfo(privateKey);
  const encrypt = (purpose: 'PRIVATE_KEY_ENCRYPTION' | 'STORE_ENCRYPTION', plaintext: Uint8Array) =>
    encryptPart(plaintext, { ...options, random: (count) => options.random(count), iterations, purpose });
  const key = encodeEncryptedPrivateKey(await encrypt('PRIVATE_KEY_ENCRYPTION', privateKey));
  const { algorithm, ciphertext } = await encrypt('STORE_ENCRYPTION', encodeStoreData(key, options));
  const content = writeDer((writer) => writer.sequence(() => writer.raw(algorithm).octetString(ciphertext)));
  const kdf: Pbkdf2 = { salt: options.random(SALT_OCTETS), iterations, keyOctets: SHA512.octets, prf: SHA512 };
  const encoded = passwordFor('INTEGRITY_CHECK', options.password);
  const macKey = await derivePbkdf2(kdf, encoded, SHA512.octets, writeBudget(iterations));
  encoded.fill(0);
  const mac = createHmac(SHA512.name, macKey).update(content).digest();
  macKey.fill(0);
  return asDer(
    writeDer((writer) =>
      writer.sequence(() => {
        writer.raw(content).sequence(() => {
          writeHmac(writer, SHA512);
          writePbkdf2(writer, kdf);
          writer.octetString(mac);
        });
      }),
    ),
  );
}

/** Makes the ObjectStoreData. */
function encodeStoreData(key: Uint8Array, { alias, certificate, chain, createdMs }: WriteBcfksOptions): Uint8Array {
  const createdSeconds = Math.floor(createdMs / 1000);
  const dates = (writer: DerWriter) => writer.generalizedTime(createdSeconds).generalizedTime(createdSeconds);
  const certificates = [certificate, ...chain];
  return writeDer((writer) =>
    writer.sequence(() => {
      writer.integer(VERSION);
      writeHmac(writer, SHA512);
      dates(writer).sequence(() =>
        writer.sequence(() => {
          writer.integer(PRIVATE_KEY_ENTRY).primitive(Tag.utf8String, new TextEncoder().encode(alias));
          dates(writer).octetStringOf(() =>
            writer.sequence(() => writer.raw(key).sequence(() => certificates.forEach((der) => writer.raw(der)))),
          );
        }),
      );
    }),
  );
}

const VERSION = 1;
const PRIVATE_KEY_ENTRY = 1;
const SALT_OCTETS = 64;
const DEFAULT_ITERATIONS = 51_200;
