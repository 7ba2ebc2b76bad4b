/** Keystores with a key to import: PKCS #12, JKS and BCFKS, each with one private key. */
import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { promisify } from 'node:util';
import {
  Certificate,
  compareBytes,
  isBcfks,
  isJks,
  PkiError,
  readBcfks,
  readJks,
  readPkcs12,
  subjectAltName,
} from '@sealwright/pki';
import { TOKEN_TYPE, type TokenType } from '../end-entities/index.ts';
import { KeyImportError } from '../errors/index.ts';

/** Contents of a keystore. */
export interface ImportableKey {
  readonly tokenType: TokenType;
  /** DER PKCS #8; the caller overwrites it. */
  readonly privateKey: Uint8Array;
  readonly certificate: Certificate;
}

/**
 * Opens a keystore. Key derivation runs in the thread pool, or with turns of the event loop in between.
 *
 * @throws {@link KeyImportError}
 */
export async function readKeystore(octets: Uint8Array, password: string): Promise<ImportableKey> {
  const { tokenType, keys } = await understood(() => open(octets, password));
  const [key] = keys;
  if (key === undefined || keys.length > 1) throw new KeyImportError('NOT_ONE_KEY');
  // Each call decrypts again, so these octets are not shared.
  const privateKey = await understood(key.decrypt);
  try {
    const certificate = await understood(() => certificateOf(key.certificates, privateKey));
    if (certificate === undefined) throw new KeyImportError('CERTIFICATE_MISSING');
    return { tokenType, privateKey, certificate };
  } catch (error) {
    privateKey.fill(0);
    throw error;
  }
}

interface KeyOfKeystore {
  readonly decrypt: () => Promise<Uint8Array>;
  readonly certificates: readonly Uint8Array[];
}

async function open(
  octets: Uint8Array,
  password: string,
): Promise<{ readonly tokenType: TokenType; readonly keys: readonly KeyOfKeystore[] }> {
  if (isJks(octets)) return { tokenType: TOKEN_TYPE.JKS, keys: keysOf(await readJks(octets, password, LIMITS)) };
  if (isBcfks(octets)) return { tokenType: TOKEN_TYPE.BCFKS, keys: keysOf(await readBcfks(octets, password, LIMITS)) };
  const { keys, certificates } = await readPkcs12(octets, password, LIMITS);
  const all = certificates.map(({ certificate }) => certificate);
  return {
    tokenType: TOKEN_TYPE.P12,
    keys: keys.map(({ decrypt }) => ({ decrypt: () => decrypt(), certificates: all })),
  };
}

function keysOf(
  keys: readonly { readonly decrypt: () => Promise<Uint8Array>; readonly certificates: readonly Uint8Array[] }[],
): readonly KeyOfKeystore[] {
  return keys.map(({ decrypt, certificates }) => ({ decrypt: () => decrypt(), certificates }));
}

/** Finds the certificate of the private key, and checks that the key works. Only a key with a certificate is used, since the size of those is limited. */
async function certificateOf(certificates: readonly Uint8Array[], pkcs8: Uint8Array): Promise<Certificate | undefined> {
  const key = Buffer.from(pkcs8.buffer, pkcs8.byteOffset, pkcs8.length);
  const privateKey = createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(privateKey);
  const spki = publicKey.export({ format: 'der', type: 'spki' });
  const certificate = certificates
    .slice(0, MAX_CERTIFICATES)
    .map((der) => Certificate.parse(der))
    .find((each) => compareBytes(each.publicKey.der, spki) === 0);
  // Names that cannot be parsed make this keystore unreadable, instead of failing the whole import.
  certificate?.extension(subjectAltName);
  return certificate !== undefined && (await fit(privateKey, publicKey)) ? certificate : undefined;
}

/** Tells whether both halves of a key pair belong together: a private key may be stored with a public key that is not its own. */
async function fit(privateKey: KeyObject, publicKey: KeyObject): Promise<boolean> {
  const type = privateKey.asymmetricKeyType ?? '';
  // Other keys only decrypt, and their public half is computed from the private one.
  if (!SIGNING.has(type)) return true;
  const digest = DIGESTING.has(type) ? 'sha256' : null;
  const signature = await promisify(sign)(digest, PROBE, privateKey);
  return promisify(verify)(digest, PROBE, publicKey, signature);
}

async function understood<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof PkiError) {
      const reason = error.code.endsWith('.wrong_password') ? 'WRONG_PASSWORD' : 'KEYSTORE_UNREADABLE';
      throw new KeyImportError(reason, { cause: error });
    }
    // `node:crypto` reports invalid keys with such codes.
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_'))
      throw new KeyImportError('KEYSTORE_UNREADABLE', { cause: error });
    throw error;
  }
}

const LIMITS = { maxOctets: 128 * 1024, maxIterations: 2_000_000 };
const MAX_CERTIFICATES = 20;
const PROBE = new TextEncoder().encode('the two halves of this key pair fit');
const DIGESTING: ReadonlySet<string> = new Set(['rsa', 'rsa-pss', 'ec', 'dsa']);
const SIGNING: ReadonlySet<string> = new Set(['rsa', 'rsa-pss', 'ec', 'dsa', 'ed25519', 'ed448']);
