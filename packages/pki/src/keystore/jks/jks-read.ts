/**
 * Reading keystores of Java's own formats, JKS and JCEKS.
 *
 * Neither has a specification; what they are is in the documentation and the sources of OpenJDK: a magic number, entries with a
 * certificate chain beside each private key, and SHA-1 over the password, a constant and all of that. Secret keys, which are serialized
 * objects, are not read.
 */
import { timingSafeEqual } from 'node:crypto';
import { KeystoreError } from '../errors.ts';
import {
  DIGEST_OCTETS,
  digestJks,
  JCEKS_MAGIC,
  JKS_MAGIC,
  PRIVATE_KEY_ENTRY,
  TRUSTED_CERTIFICATE_ENTRY,
  X509_TYPE,
} from './jks-format.ts';
import { decryptJksKey } from './jks-key.ts';
import { JksReader } from './jks-reader.ts';
import { WorkBudget } from '../work-budget.ts';

/** A private key of a keystore. */
export interface JksKey {
  /** In the lower case that Java makes of it. */
  readonly alias: string;
  /**
   * Decrypts the key, anew with each call.
   *
   * @param budget - for several keys together; without one each has its own
   * @returns DER PKCS #8, not looked into
   * @throws {@link KeystoreError} `jks.wrong_password`, `jks.too_many_iterations`, `jks.unsupported`, `jks.bad_value`
   * @throws {DerError} when it is not one
   */
  readonly decrypt: (budget?: WorkBudget) => Promise<Uint8Array>;
  /** DER, the key's own first. */
  readonly certificates: readonly Uint8Array[];
}

/** Bounds of one reading. */
export interface JksLimits {
  /** The largest file in octets; 4 MiB when left out. */
  readonly maxOctets?: number;
  /** Maximum iterations for each key; 10 million when left out. */
  readonly maxIterations?: number;
}

/** Returns whether octets begin as a keystore of one of these formats does. */
export function isJks(bytes: Uint8Array): boolean {
  return (
    bytes.length >= 4 && [JKS_MAGIC, JCEKS_MAGIC].includes(new DataView(bytes.buffer, bytes.byteOffset).getUint32(0))
  );
}

/**
 * Reads a keystore and leaves its private keys encrypted, all of them under the password of the keystore, as Java's own programs make them.
 *
 * The password is checked by the digest of the whole.
 *
 * @throws {@link KeystoreError} `jks.wrong_password`, `jks.unsupported`, `jks.bad_value`
 */
export async function readJks(bytes: Uint8Array, password: string, limits: JksLimits = {}): Promise<readonly JksKey[]> {
  const { maxOctets = DEFAULT_MAX_OCTETS, maxIterations } = limits;
  if (bytes.length > maxOctets)
    throw new KeystoreError('jks.bad_value', `the file has ${bytes.length} octets, more than ${maxOctets}`);
  if (!isJks(bytes)) throw new KeystoreError('jks.bad_value', 'the file does not begin as a keystore of Java does');
  const reader = new JksReader(verifiedBody(bytes, password));
  reader.readUint32();
  const version = reader.readUint32();
  if (version !== 1 && version !== 2)
    throw new KeystoreError('jks.unsupported', `the file has version ${version} of its format, not 1 or 2`);
  const decrypt = (encrypted: Uint8Array, budget = new WorkBudget('jks', maxIterations)) =>
    decryptJksKey(encrypted, password, budget);
  const keys: JksKey[] = [];
  for (let left = readCount(reader); left > 0; left--) {
    const key = readEntry(reader, version, decrypt);
    if (key !== undefined) keys.push(key);
  }
  reader.finish();
  return keys;
}

/** Returns what precedes the digest that covers it. */
function verifiedBody(bytes: Uint8Array, password: string): Uint8Array {
  const body = bytes.subarray(0, bytes.length - DIGEST_OCTETS);
  const digest = digestJks(body, password);
  const stored = bytes.subarray(body.length);
  if (stored.length !== DIGEST_OCTETS || !timingSafeEqual(digest, stored))
    throw new KeystoreError('jks.wrong_password', 'the digest does not fit: a wrong password, or the file was changed');
  return body;
}

function readEntry(
  reader: JksReader,
  version: number,
  decrypt: (encrypted: Uint8Array, budget?: WorkBudget) => Promise<Uint8Array>,
): JksKey | undefined {
  const tag = reader.readUint32();
  if (tag !== PRIVATE_KEY_ENTRY && tag !== TRUSTED_CERTIFICATE_ENTRY)
    throw new KeystoreError(
      'jks.unsupported',
      `an entry of the type ${tag} is neither a private key nor a certificate`,
    );
  const alias = reader.readText();
  reader.skip(DATE_OCTETS);
  if (tag === TRUSTED_CERTIFICATE_ENTRY) {
    readCertificate(reader, version);
    return undefined;
  }
  const encrypted = reader.readOctets();
  const certificates: Uint8Array[] = [];
  for (let left = readCount(reader); left > 0; left--) certificates.push(readCertificate(reader, version));
  return { alias, decrypt: (budget) => decrypt(encrypted, budget), certificates };
}

function readCertificate(reader: JksReader, version: number): Uint8Array {
  const type = version === 1 ? X509_TYPE : reader.readText();
  if (type !== X509_TYPE) throw new KeystoreError('jks.unsupported', 'the file has a certificate that is not of X.509');
  return reader.readOctets();
}

function readCount(reader: JksReader): number {
  const count = reader.readUint32();
  if (count > MAX_ENTRIES)
    throw new KeystoreError('jks.bad_value', `the file counts ${count} of something, more than ${MAX_ENTRIES}`);
  return count;
}

const DATE_OCTETS = 8;
const MAX_ENTRIES = 10_000;
const DEFAULT_MAX_OCTETS = 4 * 1024 * 1024;
