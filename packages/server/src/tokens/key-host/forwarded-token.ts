import type { WrappedKey } from '@sealwright/pki';
import type {
  CryptoToken,
  CryptoTokenState,
  KeyPairImport,
  KeyPairInfo,
  KeyPairRequest,
  MessageSignatureOptions,
  SignatureOptions,
  StoredKeyPair,
} from '../../modules/crypto-tokens/index.ts';
import type { ForwardedAct } from './key-host-messages.ts';

/** A crypto token whose keys another process uses: in a device or a keystore. */
export class ForwardedToken implements CryptoToken {
  readonly state: CryptoTokenState = 'active';
  readonly #id: number;
  readonly #forward: <T>(act: ForwardedAct, ...args: readonly unknown[]) => Promise<T>;

  constructor(id: number, forward: <T>(act: ForwardedAct, ...args: readonly unknown[]) => Promise<T>) {
    this.#id = id;
    this.#forward = forward;
  }

  generateKeyPair(request: KeyPairRequest): Promise<StoredKeyPair> {
    return this.#forward('generateKeyPair', this.#id, request);
  }

  importKeyPair(request: KeyPairImport): Promise<StoredKeyPair> {
    return this.#forward('importKeyPair', this.#id, request);
  }

  removeKeyPair(alias: string, publicKey: Uint8Array): Promise<void> {
    return this.#forward('removeKeyPair', this.#id, alias, publicKey);
  }

  listKeys(): Promise<readonly KeyPairInfo[]> {
    return this.#forward('listKeys', this.#id);
  }

  publicKey(alias: string): Promise<Uint8Array> {
    return this.#forward('publicKey', this.#id, alias);
  }

  certificates(alias: string): Promise<readonly Uint8Array[]> {
    return this.#forward('certificates', this.#id, alias);
  }

  sign(
    alias: string,
    signatureAlgorithm: string,
    data: Uint8Array,
    options?: MessageSignatureOptions,
  ): Promise<Uint8Array> {
    return this.#forward('sign', this.#id, alias, signatureAlgorithm, data, options);
  }

  signDigest(
    alias: string,
    signatureAlgorithm: string,
    digest: Uint8Array,
    allowed?: SignatureOptions,
  ): Promise<Uint8Array> {
    return this.#forward('signDigest', this.#id, alias, signatureAlgorithm, digest, allowed);
  }

  unwrapKey(alias: string, wrapped: WrappedKey): Promise<Uint8Array> {
    return this.#forward('unwrapKey', this.#id, alias, wrapped);
  }

  testKey(alias: string): Promise<void> {
    return this.#forward('testKey', this.#id, alias);
  }

  fits(): boolean {
    return true;
  }

  refresh(): void {}

  close(): void {}
}
