/** The content of a BCFKS file below its MAC and its encryption, taken out and put back, so that damage done there is not refused for the MAC. */
import { createHmac, pbkdf2Sync } from 'node:crypto';
import { readDer, Tag, writeDer } from '../src/der/index.ts';
import { encryptPart, readPartEncryption } from '../src/keystore/bcfks/encryption.ts';
import { passwordFor } from '../src/keystore/bcfks/key-derivation.ts';
import { WorkBudget } from '../src/keystore/index.ts';
import { SHA512 } from '../src/keystore/pbe-algorithms.ts';
import { type Pbkdf2, writeHmac, writePbkdf2 } from '../src/keystore/pbkdf2.ts';

export interface BcfksLayers {
  /** The part that the MAC covers: an algorithm and a ciphertext. */
  readonly content: Uint8Array;
  /** The list of entries that this decrypts to. */
  readonly entries: Uint8Array;
}

/** Opens a file. */
export async function openBcfksLayers(file: Uint8Array, password: string): Promise<BcfksLayers> {
  const content = readDer(file, (reader) => {
    const store = reader.readSequence();
    const { raw } = store.readElement(Tag.sequence);
    store.readAny();
    return raw;
  });
  const { encryption, ciphertext } = readDer(content, (reader) => {
    const encrypted = reader.readSequence();
    return {
      encryption: readPartEncryption(encrypted, new WorkBudget('bcfks')),
      ciphertext: encrypted.readOctetString(),
    };
  });
  const entries = await encryption.decrypt(ciphertext, 'STORE_ENCRYPTION', password);
  if (entries === undefined) throw new RangeError('the password does not open the list of entries');
  return { content, entries };
}

/** Puts a MAC behind what it covers. */
export function sealBcfks(content: Uint8Array, password: string): Uint8Array {
  const kdf: Pbkdf2 = { salt: new Uint8Array(64), iterations: 1, keyOctets: SHA512.octets, prf: SHA512 };
  const key = pbkdf2Sync(passwordFor('INTEGRITY_CHECK', password), kdf.salt, 1, SHA512.octets, SHA512.name);
  const mac = createHmac(SHA512.name, key).update(content).digest();
  return writeDer((writer) =>
    writer.sequence(() => {
      writer.raw(content).sequence(() => {
        writeHmac(writer, SHA512);
        writePbkdf2(writer, kdf);
        writer.octetString(mac);
      });
    }),
  );
}

/** Encrypts a list of entries, or what was made of one, and seals it. */
export async function encryptBcfks(entries: Uint8Array, password: string): Promise<Uint8Array> {
  const { algorithm, ciphertext } = await encryptPart(entries, {
    purpose: 'STORE_ENCRYPTION',
    password,
    iterations: 1,
    random: (count) => new Uint8Array(count),
  });
  const content = writeDer((writer) => writer.sequence(() => writer.raw(algorithm).octetString(ciphertext)));
  return sealBcfks(content, password);
}
