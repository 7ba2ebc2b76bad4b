/** Private keys in PKCS #8: PrivateKeyInfo, OneAsymmetricKey and EncryptedPrivateKeyInfo (RFC 5958). */
import { transcodeToDer } from '../ber/index.ts';
import {
  asDer,
  contextConstructed,
  contextPrimitive,
  readDer,
  Tag,
  writeDer,
  type Der,
  type Oid,
} from '../der/index.ts';
import { PkiError } from '../errors.ts';
import { KeystoreError } from './errors.ts';
import { passwordCandidates, type EncodedPassword } from './password.ts';
import { encryptPbes2, type Encrypted, type EncryptOptions } from './pbe-encrypt.ts';
import { readEncryptionAlgorithm } from './pbe.ts';
import { WorkBudget } from './work-budget.ts';

/** A PrivateKeyInfo, its key not looked into. */
export interface PrivateKeyInfo {
  readonly der: Der<'PrivateKeyInfo'>;
  /** The kind of key, such as `1.2.840.113549.1.1.1` for RSA or `1.2.840.10045.2.1` for EC. */
  readonly algorithm: Oid;
  /** The DER of the whole AlgorithmIdentifier. */
  readonly algorithmIdentifier: Uint8Array;
  /** The content of privateKey, whose form `algorithm` decides. */
  readonly privateKey: Uint8Array;
  /** The octets of the public key, where the second version of the structure carries them. */
  readonly publicKey?: Uint8Array;
}

/**
 * Reads a PrivateKeyInfo or OneAsymmetricKey (RFC 5958 §2). Attributes are passed over.
 *
 * @throws {DerError} when the bytes are not one in DER
 */
export function parsePrivateKeyInfo(bytes: Uint8Array): PrivateKeyInfo {
  return readDer(bytes, (outer) => {
    const info = outer.readSequence();
    info.readSmallInteger(1);
    const identifier = info.readElement(Tag.sequence);
    const algorithm = readDer(identifier.raw, (reader) => reader.readSequence().readOid());
    const privateKey = info.readOctetString();
    if (info.nextIs(contextConstructed(0))) info.readAny();
    const publicKey = info.nextIs(contextPrimitive(1)) ? info.readBitString(contextPrimitive(1)).bytes : undefined;
    info.finish();
    const der = asDer<'PrivateKeyInfo'>(bytes);
    return { der, algorithm, algorithmIdentifier: identifier.raw, privateKey, ...(publicKey && { publicKey }) };
  });
}

/** Key to encrypt, and options of its encryption. */
export interface EncryptPrivateKeyOptions extends EncryptOptions {
  /** A PrivateKeyInfo in DER. */
  readonly privateKey: Uint8Array;
}

/**
 * Makes an EncryptedPrivateKeyInfo (RFC 5958 §3): PBES2 with AES-256-CBC and PBKDF2-HMAC-SHA-256.
 *
 * @throws {DerError} when `privateKey` is not a PrivateKeyInfo
 */
export async function encryptPrivateKey(options: EncryptPrivateKeyOptions): Promise<Der<'EncryptedPrivateKeyInfo'>> {
  parsePrivateKeyInfo(options.privateKey);
  return encodeEncryptedPrivateKey(await encryptPbes2(options.privateKey, options));
}

/** Makes an EncryptedPrivateKeyInfo (RFC 5958 §3) of a key that is encrypted. */
export function encodeEncryptedPrivateKey({ algorithm, ciphertext }: Encrypted): Der<'EncryptedPrivateKeyInfo'> {
  return asDer(writeDer((writer) => writer.sequence(() => writer.raw(algorithm).octetString(ciphertext))));
}

/** Bounds of one decryption. */
export interface DecryptLimits {
  /** Maximum iterations of all derivations together; 10 million when left out. */
  readonly maxIterations?: number;
}

/**
 * Decrypts an EncryptedPrivateKeyInfo: PBES2 with PBKDF2, or a scheme of PKCS #12.
 *
 * @throws {@link KeystoreError} `pkcs8.wrong_password`, `pkcs8.too_many_iterations`, `pkcs8.unsupported`, `pkcs8.bad_value`
 * @throws {DerError} when the bytes are not an EncryptedPrivateKeyInfo in DER
 */
export async function decryptPrivateKey(
  bytes: Uint8Array,
  password: string,
  limits: DecryptLimits = {},
): Promise<Der<'PrivateKeyInfo'>> {
  const budget = new WorkBudget('pkcs8', limits.maxIterations);
  return decryptPrivateKeyInfo(bytes, passwordCandidates(password), budget);
}

/**
 * As {@link decryptPrivateKey}, within the budget of the file around it.
 *
 * The key inside may be in BER. Octets that are not a PrivateKeyInfo after decryption mean a wrong password: padding alone
 * tells it not always.
 *
 * @param passwords - tried in order
 */
export async function decryptPrivateKeyInfo(
  bytes: Uint8Array,
  passwords: readonly EncodedPassword[],
  budget: WorkBudget,
): Promise<Der<'PrivateKeyInfo'>> {
  const { encryption, ciphertext } = readDer(bytes, (reader) => {
    const info = reader.readSequence();
    const encryption = readEncryptionAlgorithm(info, budget);
    const ciphertext = info.readOctetString();
    info.finish();
    return { encryption, ciphertext };
  });
  let cause: unknown;
  for (const password of passwords) {
    const plaintext = await encryption.decrypt(ciphertext, password);
    if (plaintext === undefined) continue;
    try {
      return parsePrivateKeyInfo(transcodeToDer(plaintext)).der;
    } catch (error) {
      if (!(error instanceof PkiError)) throw error;
      cause = error;
    }
  }
  throw new KeystoreError(`${budget.area}.wrong_password`, 'the password does not open the private key', { cause });
}
