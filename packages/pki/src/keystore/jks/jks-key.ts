/** Encryption of private keys in keystores of Java's own formats: an EncryptedPrivateKeyInfo with algorithms of Sun's. */
import { createDecipheriv, createHash, hash, timingSafeEqual } from 'node:crypto';
import { type DerReader, oid, readDer, writeDer } from '../../der/index.ts';
import { KeystoreError } from '../errors.ts';
import { turnOfTheEventLoop } from '../event-loop.ts';
import { encodeBmp } from '../password.ts';
import type { WorkBudget } from '../work-budget.ts';

/**
 * Decrypts a private key.
 *
 * @returns DER PKCS #8
 * @throws {@link KeystoreError} `jks.wrong_password`, `jks.too_many_iterations`, `jks.unsupported`, `jks.bad_value`
 * @throws {DerError}
 */
export async function decryptJksKey(encrypted: Uint8Array, password: string, budget: WorkBudget): Promise<Uint8Array> {
  const { data, tripleDes } = readDer(encrypted, (outer) => readProtectedKey(outer, budget));
  if (tripleDes === undefined) return unmask(data, password, budget);
  return decryptTripleDes(data, await deriveTripleDes(password, tripleDes, budget));
}

/**
 * Encrypts a private key with the protection of JKS.
 *
 * @param privateKey - DER PKCS #8
 * @param salt - 20 octets
 * @returns DER of the EncryptedPrivateKeyInfo
 */
export async function encryptJksKey(privateKey: Uint8Array, password: string, salt: Uint8Array): Promise<Uint8Array> {
  const encoded = encodeBmp(password);
  const data = new Uint8Array(salt.length + privateKey.length + SHA1_OCTETS);
  data.set(salt);
  await mask(privateKey, data.subarray(salt.length, -SHA1_OCTETS), salt, encoded);
  data.set(createHash('sha1').update(encoded).update(privateKey).digest(), salt.length + privateKey.length);
  return writeDer((writer) =>
    writer.sequence(() => writer.sequence(() => writer.oid(KEY_PROTECTOR).null()).octetString(data)),
  );
}

interface TripleDesParameters {
  readonly salt: Uint8Array;
  readonly iterations: number;
}

interface ProtectedKey {
  readonly data: Uint8Array;
  /** Undefined for the protection of JKS. */
  readonly tripleDes: TripleDesParameters | undefined;
}

function readProtectedKey(outer: DerReader, budget: WorkBudget): ProtectedKey {
  const info = outer.readSequence();
  const identifier = info.readSequence();
  const algorithm = identifier.readOid();
  const data = info.readOctetString();
  info.finish();
  if (algorithm === KEY_PROTECTOR) return { data, tripleDes: undefined };
  if (algorithm !== MD5_TRIPLE_DES)
    throw new KeystoreError('jks.unsupported', `the encryption algorithm ${algorithm} is not implemented`);
  const parameters = identifier.readSequence();
  const salt = parameters.readOctetString();
  const iterations = budget.readIterations(parameters);
  parameters.finish();
  if (salt.length !== 8) throw new KeystoreError('jks.bad_value', `a salt has ${salt.length} octets instead of 8`);
  return { data, tripleDes: { salt, iterations } };
}

/** Takes the protection of JKS off: behind the masked key stands a digest of password and key. */
async function unmask(data: Uint8Array, password: string, budget: WorkBudget): Promise<Uint8Array> {
  const encoded = encodeBmp(password);
  const masked = data.subarray(SHA1_OCTETS, data.length - SHA1_OCTETS);
  if (data.length < 2 * SHA1_OCTETS) throw new KeystoreError('jks.bad_value', 'an encrypted key is too short');
  budget.charge(Math.ceil(masked.length / SHA1_OCTETS), 1);
  const key = new Uint8Array(masked.length);
  await mask(masked, key, data.subarray(0, SHA1_OCTETS), encoded);
  const digest = createHash('sha1').update(encoded).update(key).digest();
  if (timingSafeEqual(digest, data.subarray(data.length - SHA1_OCTETS))) return key;
  key.fill(0);
  throw wrongPassword();
}

/** Lays a stream of digests over octets, each of the password and the digest before it, the first of the password and a salt. */
async function mask(from: Uint8Array, to: Uint8Array, salt: Uint8Array, password: Uint8Array): Promise<void> {
  let digest = salt;
  for (let at = 0; at < from.length; at += SHA1_OCTETS) {
    if (at > 0 && at % (SLICE * SHA1_OCTETS) === 0) await turnOfTheEventLoop();
    digest = createHash('sha1').update(password).update(digest).digest();
    for (let i = 0; i < SHA1_OCTETS && at + i < from.length; i++) to[at + i] = from[at + i]! ^ digest[i]!;
  }
}

/** Derives the key of JCEKS: each half of the salt is digested with the password again and again; the two are key and IV of triple DES. */
async function deriveTripleDes(
  password: string,
  { salt, iterations }: TripleDesParameters,
  budget: WorkBudget,
): Promise<Uint8Array> {
  budget.charge(iterations, 2);
  const octets = Uint8Array.from(password, (character) => character.charCodeAt(0) & 0x7f);
  const halves: Uint8Array[] = [salt.slice(0, 4), salt.slice(4)];
  // Sun's code makes this of equal halves, not the reversal that was meant.
  if (halves[0]!.every((octet, i) => octet === halves[1]![i])) halves[0] = asSunReverses(halves[0]!);
  const derived = new Uint8Array(2 * MD5_OCTETS);
  for (const [index, half] of halves.entries()) {
    const input = Uint8Array.from([...new Uint8Array(MD5_OCTETS), ...octets]);
    input.set(hash('md5', Uint8Array.from([...half, ...octets]), 'buffer'));
    for (let done = 1; done < iterations; done++) {
      if (done % SLICE === 0) await turnOfTheEventLoop();
      input.set(hash('md5', input, 'buffer'));
    }
    derived.set(input.subarray(0, MD5_OCTETS), index * MD5_OCTETS);
  }
  return derived;
}

function asSunReverses([a, b, , d]: Uint8Array): Uint8Array {
  return Uint8Array.of(d!, a!, b!, d!);
}

function decryptTripleDes(data: Uint8Array, derived: Uint8Array): Uint8Array {
  const decipher = createDecipheriv('des-ede3-cbc', derived.subarray(0, 24), derived.subarray(24));
  try {
    return Uint8Array.from(Buffer.concat([decipher.update(data), decipher.final()]));
  } catch (cause) {
    throw wrongPassword({ cause });
  }
}

function wrongPassword(options?: ErrorOptions): KeystoreError {
  return new KeystoreError('jks.wrong_password', 'the password of the keystore does not open a key in it', options);
}

const KEY_PROTECTOR = oid('1.3.6.1.4.1.42.2.17.1.1');
const MD5_TRIPLE_DES = oid('1.3.6.1.4.1.42.2.19.1');
const SHA1_OCTETS = 20;
const MD5_OCTETS = 16;
const SLICE = 1000;
