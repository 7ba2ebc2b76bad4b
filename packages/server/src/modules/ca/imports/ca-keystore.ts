/** Keystores with which CAs are imported: PKCS #12 with one private key, the certificate of the CA, and its chain. */
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { Certificate, parsePublicKey, PkiError, type PublicKey, readPkcs12 } from '@sealwright/pki';
import { CaKeystoreError } from './errors.ts';

/** Contents of a keystore. The caller overwrites `privateKey` after use. */
export interface CaKeystore {
  /** DER PKCS#8, unencrypted. */
  readonly privateKey: Uint8Array;
  readonly publicKey: PublicKey;
  readonly certificates: readonly Certificate[];
}

/**
 * Opens a PKCS #12 file.
 *
 * @throws {@link CaKeystoreError} also for a wrong password, and unless there is exactly one private key
 */
export async function readCaKeystore(octets: Uint8Array, password: string): Promise<CaKeystore> {
  return understood(async () => {
    const { keys, certificates } = await readPkcs12(octets, password, LIMITS);
    const [key] = keys;
    if (key === undefined || keys.length > 1) throw new CaKeystoreError(`it has ${keys.length} private keys, not one`);
    const parsed = certificates.map(({ certificate }) => Certificate.parse(certificate));
    const privateKey = await key.decrypt();
    try {
      return { privateKey, publicKey: publicKeyOf(privateKey), certificates: parsed };
    } catch (error) {
      privateKey.fill(0);
      throw error;
    }
  });
}

function publicKeyOf(pkcs8: Uint8Array): PublicKey {
  try {
    const key = Buffer.from(pkcs8.buffer, pkcs8.byteOffset, pkcs8.length);
    const privateKey = createPrivateKey({ key, format: 'der', type: 'pkcs8' });
    return parsePublicKey(Uint8Array.from(createPublicKey(privateKey).export({ format: 'der', type: 'spki' })));
  } catch (cause) {
    throw new CaKeystoreError('its private key cannot be read', { cause });
  }
}

async function understood<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    throw new CaKeystoreError(error.message, { cause: error });
  }
}

/**
 * Limits for a keystore. The iterations apply to a fast digest, for the MAC and for the key: each derivation takes about a second, either in the
 * thread pool or in this thread with turns of the event loop in between.
 */
const LIMITS = { maxOctets: 1024 * 1024, maxIterations: 2_000_000 };
