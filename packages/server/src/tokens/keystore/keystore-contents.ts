/** Contents of a keystore of any format: keys that are still encrypted, and certificates. */
import { Certificate, isJks, KeystoreError, PkiError, readJks, readPkcs12, WorkBudget } from '@sealwright/pki';
import { UnreadableKeystoreError } from './errors.ts';
import { MAX_KEYSTORE_OCTETS } from './keystore-file.ts';

/** A key as it lies in the keystore. */
export interface KeystoreEntry {
  readonly alias: string;
  /** All that may belong to it. */
  readonly certificates: readonly Certificate[];
  /** The one that the keystore puts beside it; whether they fit shows when the key is opened. */
  readonly own: Certificate | undefined;
  /**
   * Decrypts the key.
   *
   * @param budget - for several keys together; without one each has its own
   * @returns DER PKCS#8, to be overwritten by the caller
   * @throws {PkiError}
   */
  readonly decrypt: (budget?: WorkBudget) => Promise<Uint8Array>;
}

/**
 * Opens a keystore.
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

/** For all keys of a keystore that have to be decrypted to be listed, as they have no certificate. */
export function listingBudget(): WorkBudget {
  return new WorkBudget('pkcs12', MAX_ITERATIONS * LISTED_KEYS);
}

async function openJks(octets: Uint8Array, password: string): Promise<readonly KeystoreEntry[]> {
  const keys = await readJks(octets, password, LIMITS);
  return keys.map(({ alias, certificates: ders, decrypt }) => {
    const certificates = ders.map((der) => Certificate.parse(der));
    return { alias, certificates, own: certificates[0], decrypt };
  });
}

async function openPkcs12(octets: Uint8Array, password: string): Promise<readonly KeystoreEntry[]> {
  const { keys, certificates: found, authenticated } = await readPkcs12(octets, password, LIMITS);
  if (!authenticated) throw new UnreadableKeystoreError('nothing shows that nobody has changed it: it has no MAC');
  const certificates = found.map(({ certificate }) => Certificate.parse(certificate));
  const byKeyId = new Map(found.map(({ localKeyId }, index) => [localKeyId?.toHex(), certificates[index]!]));
  return keys.map(({ friendlyName, localKeyId, decrypt }, index) => ({
    // A key without a name has its place in the file for one, as in Java.
    alias: friendlyName ?? String(index + 1),
    certificates,
    own: localKeyId === undefined ? undefined : byKeyId.get(localKeyId.toHex()),
    decrypt,
  }));
}

/** Limit for one key, in iterations of a quick digest: deriving it takes a second or so, and lets the event loop have its turns. */
const MAX_ITERATIONS = 2_000_000;
const LISTED_KEYS = 4;
const LIMITS = { maxOctets: MAX_KEYSTORE_OCTETS, maxIterations: MAX_ITERATIONS };
