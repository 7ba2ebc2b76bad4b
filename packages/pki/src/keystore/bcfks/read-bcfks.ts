/**
 * Reading BCFKS keystores, the format of Bouncy Castle for environments that follow FIPS 140.
 *
 * It has no specification; its structures are in the documentation and the sources of Bouncy Castle: an encrypted list of entries, and
 * a MAC over it. Keys are derived from the password and the name of their purpose.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { contextConstructed, DerError, DerReader, readDer, Tag, type Der } from '../../der/index.ts';
import { shownInteger } from '../../excerpt.ts';
import { KeystoreError } from '../errors.ts';
import { PBES2 } from '../pbe-algorithms.ts';
import { readHmac } from '../pbkdf2.ts';
import { parsePrivateKeyInfo } from '../pkcs8.ts';
import { WorkBudget } from '../work-budget.ts';
import { readPartEncryption } from './encryption.ts';
import { passwordFor, readKeyDerivation } from './key-derivation.ts';

/** A private key of a keystore. */
export interface BcfksKey {
  /** As it was given to Bouncy Castle, which tells letter cases apart. */
  readonly alias: string;
  /**
   * Decrypts the key, anew with each call.
   *
   * @param budget - for several keys together; without one each has its own
   * @throws {@link KeystoreError} `bcfks.wrong_password`, `bcfks.too_many_iterations`, `bcfks.unsupported`, `bcfks.bad_value`
   * @throws {DerError} when it is not one
   */
  readonly decrypt: (budget?: WorkBudget) => Promise<Der<'PrivateKeyInfo'>>;
  /** DER, the key's own first. */
  readonly certificates: readonly Uint8Array[];
}

/** Bounds of one reading. */
export interface BcfksLimits {
  /** The largest file in octets; 4 MiB when left out. */
  readonly maxOctets?: number;
  /** Maximum iterations for the MAC, for the list of entries, and for each key; 10 million when left out. */
  readonly maxIterations?: number;
}

/** Returns whether octets begin as a keystore of this format does: with a part that is encrypted with PBES2. */
export function isBcfks(bytes: Uint8Array): boolean {
  try {
    return new DerReader(bytes).readSequence().readSequence().readSequence().readOid() === PBES2;
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    return false;
  }
}

/**
 * Reads a keystore and leaves its private keys encrypted, all of them under the password of the keystore.
 *
 * The password is checked by the MAC before anything else is used. Trusted certificates and secret keys are passed over.
 *
 * @throws {@link KeystoreError} `bcfks.wrong_password`, `bcfks.too_many_iterations`, `bcfks.unsupported`, `bcfks.bad_value`
 * @throws {DerError} when the bytes are not such a keystore in DER
 */
export async function readBcfks(
  bytes: Uint8Array,
  password: string,
  limits: BcfksLimits = {},
): Promise<readonly BcfksKey[]> {
  const { maxOctets = DEFAULT_MAX_OCTETS, maxIterations } = limits;
  if (bytes.length > maxOctets)
    throw new KeystoreError('bcfks.bad_value', `the file has ${bytes.length} octets, more than ${maxOctets}`);
  const newBudget = () => new WorkBudget('bcfks', maxIterations);
  const { content, check } = readDer(bytes, (reader) => {
    const store = reader.readSequence();
    const content = store.readElement(Tag.sequence).raw;
    const check = readIntegrityCheck(store, newBudget());
    store.finish();
    return { content, check };
  });
  await check.verify(content, password);
  const entries = await decryptEntries(content, check.algorithm, password, newBudget());
  return readDer(entries, (reader) => readEntries(reader.readSequence(), password, newBudget));
}

/** A PbkdMacIntegrityCheck, read. */
interface IntegrityCheck {
  /** The AlgorithmIdentifier of the MAC, which the encrypted part repeats. */
  readonly algorithm: Uint8Array;
  /** @throws {@link KeystoreError} `bcfks.wrong_password`, `bcfks.too_many_iterations` */
  verify(content: Uint8Array, password: string): Promise<void>;
}

function readIntegrityCheck(store: DerReader, budget: WorkBudget): IntegrityCheck {
  if (store.nextIs(contextConstructed(0)))
    throw new KeystoreError('bcfks.unsupported', 'the file is protected by a signature, not by a MAC under a password');
  const check = store.readSequence();
  const algorithm = check.readElement(Tag.sequence).raw;
  const digest = readDer(algorithm, (reader) => readHmac(reader, budget));
  const kdf = readKeyDerivation(check, budget);
  const mac = check.readOctetString();
  check.finish();
  const { keyOctets } = kdf;
  if (keyOctets === undefined || keyOctets < MIN_MAC_KEY_OCTETS)
    throw new KeystoreError(
      'bcfks.bad_value',
      `the MAC has a key length of ${keyOctets ?? 'none'}, not ${MIN_MAC_KEY_OCTETS} octets or more`,
    );
  return {
    algorithm,
    async verify(content, password) {
      const encoded = passwordFor('INTEGRITY_CHECK', password);
      const key = await kdf.derive(encoded, keyOctets);
      encoded.fill(0);
      const expected = createHmac(digest.name, key).update(content).digest();
      key.fill(0);
      if (expected.length !== mac.length || !timingSafeEqual(expected, mac))
        throw new KeystoreError(
          'bcfks.wrong_password',
          'the MAC does not fit: a wrong password, or the file was changed',
        );
    },
  };
}

/** Decrypts the part that the MAC covers, and returns the ObjectDataSequence in it. */
async function decryptEntries(
  content: Uint8Array,
  macAlgorithm: Uint8Array,
  password: string,
  budget: WorkBudget,
): Promise<Uint8Array> {
  const { encryption, ciphertext } = readDer(content, (reader) => {
    const encrypted = reader.readSequence();
    const encryption = readPartEncryption(encrypted, budget);
    const ciphertext = encrypted.readOctetString();
    encrypted.finish();
    return { encryption, ciphertext };
  });
  const plaintext = await encryption.decrypt(ciphertext, 'STORE_ENCRYPTION', password);
  if (plaintext === undefined) throw wrongPassword('the list of entries');
  return readDer(plaintext, (reader) => {
    const data = reader.readSequence();
    const version = data.readInteger();
    if (version !== VERSION)
      throw new KeystoreError(
        'bcfks.unsupported',
        `the file has version ${shownInteger(version)} of BCFKS, not ${VERSION}`,
      );
    if (Buffer.compare(data.readElement(Tag.sequence).raw, macAlgorithm) !== 0)
      throw new KeystoreError(
        'bcfks.bad_value',
        'the MAC is not computed by the algorithm that the encrypted part names',
      );
    skipDates(data);
    const entries = data.readElement(Tag.sequence).raw;
    skipComment(data);
    return entries;
  });
}

function readEntries(sequence: DerReader, password: string, newBudget: () => WorkBudget): readonly BcfksKey[] {
  const keys: BcfksKey[] = [];
  while (!sequence.atEnd) {
    const entry = sequence.readSequence();
    const type = entry.readSmallInteger(LAST_ENTRY_TYPE);
    const alias = readUtf8(entry);
    skipDates(entry);
    const data = entry.readOctetString();
    skipComment(entry);
    if (PRIVATE_KEY_ENTRIES.includes(type)) keys.push(readKey(alias, data, password, newBudget));
  }
  return keys;
}

/** Reads EncryptedPrivateKeyData. */
function readKey(alias: string, data: Uint8Array, password: string, newBudget: () => WorkBudget): BcfksKey {
  return readDer(data, (reader) => {
    const keyData = reader.readSequence();
    const encrypted = keyData.readElement(Tag.sequence).raw;
    const sequence = keyData.readSequence();
    keyData.finish();
    const certificates: Uint8Array[] = [];
    while (!sequence.atEnd) certificates.push(sequence.readElement(Tag.sequence).raw);
    return { alias, certificates, decrypt: (budget = newBudget()) => decryptKey(encrypted, password, budget) };
  });
}

async function decryptKey(encrypted: Uint8Array, password: string, budget: WorkBudget): Promise<Der<'PrivateKeyInfo'>> {
  const { encryption, ciphertext } = readDer(encrypted, (reader) => {
    const info = reader.readSequence();
    const encryption = readPartEncryption(info, budget);
    const ciphertext = info.readOctetString();
    info.finish();
    return { encryption, ciphertext };
  });
  const plaintext = await encryption.decrypt(ciphertext, 'PRIVATE_KEY_ENCRYPTION', password);
  if (plaintext === undefined) throw wrongPassword('a key in the file');
  return parsePrivateKeyInfo(plaintext).der;
}

function skipDates(reader: DerReader): void {
  reader.readGeneralizedTime();
  reader.readGeneralizedTime();
}

/** Passes over the comment that may end a structure. */
function skipComment(reader: DerReader): void {
  if (!reader.atEnd) readUtf8(reader);
  reader.finish();
}

function readUtf8(reader: DerReader): string {
  try {
    return UTF8.decode(reader.readElement(Tag.utf8String).content);
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    throw new KeystoreError('bcfks.bad_value', 'a text of the file is not UTF-8', { cause });
  }
}

function wrongPassword(what: string): KeystoreError {
  return new KeystoreError('bcfks.wrong_password', `the password of the keystore does not open ${what}`);
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const VERSION = 1n;
/** Keys that Bouncy Castle has encrypted, and those that came to it encrypted. */
const PRIVATE_KEY_ENTRIES: readonly number[] = [1, 3];
/** Certificates are 0, secret keys 2, 4 and 5. */
const LAST_ENTRY_TYPE = 5;
const MIN_MAC_KEY_OCTETS = 20;
const DEFAULT_MAX_OCTETS = 4 * 1024 * 1024;
