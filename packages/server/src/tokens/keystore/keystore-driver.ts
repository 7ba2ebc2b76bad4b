import { hash } from 'node:crypto';
import { WithDeps } from '../../kernel/with-deps.ts';
import {
  type CryptoToken,
  type CryptoTokenDriver,
  type InitializedToken,
  KEYSTORE_TYPE,
  KeystoreReadOnlyError,
  type TokenDescription,
  WrongActivationCodeError,
} from '../../modules/crypto-tokens/index.ts';
import { UnreadableKeystoreError } from './errors.ts';
import { openKeystore } from './keystore-contents.ts';
import { keystoreFileName, keystoreFileVersion, MAX_KEYSTORE_OCTETS, readKeystoreFile } from './keystore-file.ts';
import type { SoftwareKeyDeps } from '../software/index.ts';
import { KeystoreToken } from './keystore-token.ts';

export interface KeystoreDriverDeps extends SoftwareKeyDeps {
  /** Directories that may hold keystore files, absolute. Administrators of workers do not necessarily run the host. */
  readonly directories: readonly string[];
}

/** Tokens whose keys are in keystores that others made. The code is the keystore's password. */
export class KeystoreDriver extends WithDeps<KeystoreDriverDeps> implements CryptoTokenDriver {
  readonly types = [KEYSTORE_TYPE];
  readonly locksItself = false;

  async lock({ properties }: TokenDescription): Promise<string> {
    const { path } = properties;
    if (path === undefined) return `keystore ${sourceOf(properties)}`;
    return `keystore file ${await keystoreFileName(path, this.deps.directories)}`;
  }

  async initialize(token: TokenDescription, code: string): Promise<InitializedToken> {
    return { protection: null, token: await this.open(token, null, code) };
  }

  async open({ id, properties }: TokenDescription, _protection: null | Uint8Array, code: string): Promise<CryptoToken> {
    // Noted first: a file that changes while it is read is read again.
    const version = this.version({ properties });
    const entries = await openKeystore(await this.#octets(properties), code);
    if (entries === undefined) throw new WrongActivationCodeError(id);
    return new KeystoreToken(id, entries, (now) => this.version({ properties: now }) === version, this.deps);
  }

  changeCode(): Promise<never> {
    return Promise.reject(new KeystoreReadOnlyError());
  }

  version({ properties }: Pick<TokenDescription, 'properties'>): string {
    const { path } = properties;
    const content = path === undefined ? '' : keystoreFileVersion(path, this.deps.directories);
    return `${sourceOf(properties)} ${content}`;
  }

  async #octets({ path, data }: TokenDescription['properties']): Promise<Uint8Array> {
    if (path !== undefined) return readKeystoreFile(path, this.deps.directories);
    try {
      const octets = Uint8Array.fromBase64(data ?? '');
      if (octets.length <= MAX_KEYSTORE_OCTETS) return octets;
    } catch (cause) {
      throw new UnreadableKeystoreError('it is not base64', { cause });
    }
    throw new UnreadableKeystoreError(`it has more than ${MAX_KEYSTORE_OCTETS} octets`);
  }
}

function sourceOf({ path, data }: TokenDescription['properties']): string {
  return path === undefined ? hash('sha256', data ?? '') : `file ${path}`;
}
