/**
 * Reading PKCS #12 files (RFC 7292) in password integrity and password privacy mode: our own, and those of OpenSSL, Java,
 * Bouncy Castle, NSS, GnuTLS and Windows, with their old algorithms.
 */
import { readImplicitOctetString, transcodeToDer } from '../../ber/index.ts';
import { readDer, type Der, type DerReader, type Oid } from '../../der/index.ts';
import { PkiError } from '../../errors.ts';
import { shownInteger } from '../../excerpt.ts';
import { KeystoreError } from '../errors.ts';
import { passwordCandidates, type EncodedPassword } from '../password.ts';
import { readEncryptionAlgorithm, type PasswordBasedEncryption } from '../pbe.ts';
import { readSafeContents, type BagAttributes, type SafeContents } from './pkcs12-bags.ts';
import { CONTENT_DATA, CONTENT_ENCRYPTED_DATA } from './pkcs12-identifiers.ts';
import { readMacData, type Pkcs12Mac } from './pkcs12-mac.ts';
import { decryptPrivateKeyInfo, parsePrivateKeyInfo } from '../pkcs8.ts';
import { DEFAULT_MAX_ITERATIONS, MAX_ITERATIONS, WorkBudget } from '../work-budget.ts';

/** Bounds of one reading. */
export interface Pkcs12Limits {
  /** The largest file in octets; 4 MiB when left out. */
  readonly maxOctets?: number;
  /** Maximum iterations for the MAC, and for each key; four times as many for all encrypted parts together. 10 million when left out. */
  readonly maxIterations?: number;
}

/** A private key of a file. */
export interface Pkcs12Key extends BagAttributes {
  /**
   * Decrypts the key, anew with each call.
   *
   * @param budget - for several keys together; without one each has its own
   * @throws {@link KeystoreError} `pkcs12.wrong_password`, `pkcs12.too_many_iterations`, `pkcs12.unsupported`, `pkcs12.bad_value`
   * @throws {DerError} when it is not one
   */
  readonly decrypt: (budget?: WorkBudget) => Promise<Der<'PrivateKeyInfo'>>;
}

/** A certificate of a file, its octets as they came and not looked into. */
export interface Pkcs12Certificate extends BagAttributes {
  readonly certificate: Uint8Array;
}

/** Contents of a file, in its order. */
export interface Pkcs12Contents {
  readonly keys: readonly Pkcs12Key[];
  readonly certificates: readonly Pkcs12Certificate[];
  /** True when a MAC under the password covers all of it. Without one anybody may have changed what is not encrypted. */
  readonly authenticated: boolean;
  /** The types of the bags and certificates that were passed over: CRLs, secrets, others. */
  readonly skipped: readonly Oid[];
}

/**
 * Reads a PKCS #12 file in DER or BER, and leaves its keys encrypted: they are found by their attributes, and the one that is needed is decrypted.
 *
 * The password is checked by the MAC before anything is decrypted. Key derivation runs in the thread pool or in slices, so
 * the event loop is not held.
 *
 * @throws {@link KeystoreError} `pkcs12.wrong_password`, `pkcs12.too_many_iterations`, `pkcs12.unsupported`, `pkcs12.bad_value`
 * @throws {BerError} when the bytes are not one BER element, or more than allowed
 * @throws {DerError} when they are not a PKCS #12 file
 */
export async function readPkcs12(
  bytes: Uint8Array,
  password: string,
  limits: Pkcs12Limits = {},
): Promise<Pkcs12Contents> {
  const { maxIterations = DEFAULT_MAX_ITERATIONS } = limits;
  const budget = new WorkBudget('pkcs12', maxIterations);
  const der = transcodeToDer(bytes, { maxOctets: limits.maxOctets ?? DEFAULT_MAX_OCTETS });
  const { content, mac } = readDer(der, (reader) => readPfx(reader, budget));
  const candidates = passwordCandidates(password);
  const passwords = mac === undefined ? candidates : [await verifyMac(mac, content, candidates)];
  const keys: Pkcs12Key[] = [];
  const certificates: Pkcs12Certificate[] = [];
  const skipped: Oid[] = [];
  const parts = new WorkBudget('pkcs12', Math.min(maxIterations * ENCRYPTED_PARTS, MAX_ITERATIONS));
  for (const safe of readAuthenticatedSafe(content, parts)) {
    const contents = await openSafe(safe, passwords);
    for (const { type, value, ...attributes } of contents.bags) {
      if (type === 'certificate') certificates.push({ certificate: value, ...attributes });
      else if (type === 'key')
        keys.push({ decrypt: async () => parsePrivateKeyInfo(value.slice()).der, ...attributes });
      else {
        const decrypt = (shared = new WorkBudget('pkcs12', maxIterations)) =>
          decryptPrivateKeyInfo(value, passwords, shared);
        keys.push({ decrypt, ...attributes });
      }
    }
    for (const type of contents.skipped) skipped.push(type);
  }
  return { keys, certificates, authenticated: mac !== undefined, skipped };
}

/** One ContentInfo of the AuthenticatedSafe, in the clear or encrypted. */
interface Safe {
  readonly content: Uint8Array;
  readonly encryption?: PasswordBasedEncryption;
}

function readPfx(reader: DerReader, budget: WorkBudget): { content: Uint8Array; mac: Pkcs12Mac | undefined } {
  const pfx = reader.readSequence();
  const version = pfx.readInteger();
  if (version !== PFX_VERSION)
    throw new KeystoreError(
      'pkcs12.unsupported',
      `the file has version ${shownInteger(version)} of PKCS #12, not ${PFX_VERSION}`,
    );
  const authSafe = pfx.readSequence();
  const type = authSafe.readOid();
  if (type !== CONTENT_DATA) {
    throw new KeystoreError(
      'pkcs12.unsupported',
      `the file holds ${type}, not data under a password: integrity by a signature is not implemented`,
    );
  }
  const content = readData(authSafe);
  authSafe.finish();
  const mac = pfx.atEnd ? undefined : readMacData(pfx, budget);
  pfx.finish();
  return { content, mac };
}

function readData(contentInfo: DerReader): Uint8Array {
  const explicit = contentInfo.readExplicit(0);
  const content = explicit.readOctetString();
  explicit.finish();
  return content;
}

async function verifyMac(
  mac: Pkcs12Mac,
  content: Uint8Array,
  candidates: readonly EncodedPassword[],
): Promise<EncodedPassword> {
  for (const candidate of candidates) if (await mac.verify(content, candidate)) return candidate;
  throw new KeystoreError('pkcs12.wrong_password', 'the MAC does not fit: a wrong password, or the file was changed');
}

function readAuthenticatedSafe(content: Uint8Array, budget: WorkBudget): readonly Safe[] {
  return readDer(transcodeToDer(content), (reader) => {
    const sequence = reader.readSequence();
    const safes: Safe[] = [];
    while (!sequence.atEnd) {
      const contentInfo = sequence.readSequence();
      safes.push(readContentInfo(contentInfo, budget));
      contentInfo.finish();
    }
    return safes;
  });
}

function readContentInfo(contentInfo: DerReader, budget: WorkBudget): Safe {
  const type = contentInfo.readOid();
  if (type === CONTENT_DATA) return { content: readData(contentInfo) };
  if (type !== CONTENT_ENCRYPTED_DATA)
    throw new KeystoreError('pkcs12.unsupported', `a part of the file is ${type}, neither data nor encrypted data`);
  const explicit = contentInfo.readExplicit(0);
  const encryptedData = explicit.readSequence();
  explicit.finish();
  // 0, or 2 with attributes (RFC 5652 §8); attributes are not looked at.
  encryptedData.readSmallInteger(2);
  const encrypted = encryptedData.readSequence();
  if (!encryptedData.atEnd) encryptedData.readAny();
  encryptedData.finish();
  encrypted.readOid();
  const encryption = readEncryptionAlgorithm(encrypted, budget);
  const content = readImplicitOctetString(encrypted, 0);
  encrypted.finish();
  if (content === undefined)
    throw new KeystoreError('pkcs12.bad_value', 'a part of the file is encrypted and its content is elsewhere');
  return { content, encryption };
}

async function openSafe({ content, encryption }: Safe, passwords: readonly EncodedPassword[]): Promise<SafeContents> {
  if (encryption === undefined) return readSafeContents(transcodeToDer(content));
  let cause: unknown;
  for (const password of passwords) {
    const plaintext = await encryption.decrypt(content, password);
    if (plaintext === undefined) continue;
    try {
      return readSafeContents(transcodeToDer(plaintext));
    } catch (error) {
      if (!(error instanceof PkiError)) throw error;
      cause = error;
    }
  }
  // Wrong octets after decryption mean a wrong password: there may be no MAC, and padding alone does not always tell.
  throw new KeystoreError('pkcs12.wrong_password', 'the password does not open an encrypted part of the file', {
    cause,
  });
}

const PFX_VERSION = 3n;
/** A file has one or two as a rule, and one for each certificate when NSS has made it. */
const ENCRYPTED_PARTS = 4;
const DEFAULT_MAX_OCTETS = 4 * 1024 * 1024;
