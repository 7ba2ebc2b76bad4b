/** The keys of a keystore with their certificates, whatever its format. */
import type { KeyObject } from 'node:crypto';
import { Certificate, compareBytes, isJks, KeystoreError, PkiError, readJks, readPkcs12 } from '@sealwright/pki';
import { type KeyPairInfo, UnsupportedKeyError } from '../../modules/crypto-tokens/index.ts';
import { readPrivateKey } from '../foreign-private-key.ts';
import { UnreadableKeystoreError } from './errors.ts';
import { MAX_KEYSTORE_OCTETS } from './keystore-file.ts';

/** A key that can sign. */
export interface KeystoreEntry {
  readonly info: KeyPairInfo;
  readonly privateKey: KeyObject;
  /** DER: all that may belong to it, its own first when there is one. */
  readonly certificates: readonly Uint8Array[];
}

/**
 * Opens a keystore. Keys that would not be made here, such as short ones, are passed over.
 *
 * @returns undefined when the password is wrong
 * @throws {@link UnreadableKeystoreError}
 */
export async function openKeystore(
  octets: Uint8Array,
  password: string,
): Promise<readonly KeystoreEntry[] | undefined> {
  try {
    return isJks(octets) ? await openJks(octets, password) : await openPkcs12(octets, password);
  } catch (cause) {
    if (cause instanceof KeystoreError && cause.code.endsWith('.wrong_password')) return undefined;
    if (cause instanceof PkiError) throw new UnreadableKeystoreError(cause.message, { cause });
    throw cause;
  }
}

async function openJks(octets: Uint8Array, password: string): Promise<readonly KeystoreEntry[]> {
  const keys = await readJks(octets, password, LIMITS);
  return keys.flatMap(({ alias, privateKey, certificates }) => entryOf(alias, privateKey, certificates));
}

async function openPkcs12(octets: Uint8Array, password: string): Promise<readonly KeystoreEntry[]> {
  const { keys, certificates, authenticated } = await readPkcs12(octets, password, LIMITS);
  if (!authenticated) throw new UnreadableKeystoreError('nothing shows that nobody has changed it: it has no MAC');
  const ders = certificates.map(({ certificate }) => certificate);
  return keys.flatMap(({ friendlyName, privateKey }, index) =>
    // A key without a name has its place in the file for one, as in Java.
    entryOf(friendlyName ?? String(index + 1), privateKey, ders),
  );
}

function entryOf(
  alias: string,
  pkcs8: Uint8Array,
  certificates: readonly Uint8Array[],
): readonly [KeystoreEntry] | readonly [] {
  try {
    const { privateKey, ...found } = readPrivateKey(pkcs8, undefined);
    const isOwn = (der: Uint8Array) => compareBytes(Certificate.parse(der).publicKeyDer, found.publicKey) === 0;
    const [own, others] = [certificates.filter(isOwn), certificates.filter((der) => !isOwn(der))];
    return [{ info: { ...found, alias, keyUsage: undefined }, privateKey, certificates: [...own, ...others] }];
  } catch (error) {
    if (error instanceof UnsupportedKeyError) return [];
    throw error;
  } finally {
    pkcs8.fill(0);
  }
}

/** What is derived takes about a second at most, and leaves the event loop alone. */
const LIMITS = { maxOctets: MAX_KEYSTORE_OCTETS, maxIterations: 2_000_000 };
