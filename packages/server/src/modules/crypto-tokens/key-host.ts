import type { WrappedKey } from '@sealwright/pki';
import type {
  CryptoTokenState,
  KeyPairImport,
  KeyPairInfo,
  KeyPairRequest,
  MessageSignatureOptions,
  SignatureOptions,
  StoredKeyPair,
  TokenDescription,
} from './crypto-token.ts';

/**
 * The one place on a host that holds activated tokens.
 *
 * Arguments and answers are plain data and errors are those of `errors.ts`, so that it can be this process or another one behind a
 * socket. Tokens are named by the id of their document. A token with automatic activation is opened by its first use; of every
 * other, a use before {@link activate} fails with {@link CryptoTokenOfflineError}. Every method fails with {@link UnknownCryptoTokenError}
 * for a token that is not stored, except where it says otherwise.
 *
 * It notices deactivation, changed settings, removal of keys and deletion of tokens by others as soon as its process notices that the configuration
 * epoch has moved. A unit of work that was planned under an earlier epoch is refused by storage, so no signature of a token that was
 * deactivated anywhere is recorded after it.
 */
export interface KeyHost {
  /**
   * Makes a token that is not stored yet: the protection of its code and its first key pairs. Nothing of it is kept, except that
   * a device holds its new keys.
   *
   * @throws {@link UnsupportedTokenTypeError}
   * @throws {@link UnusableActivationCodeError}
   * @throws {@link WrongActivationCodeError} when a device does not take the code
   * @throws {@link TooManyActivationAttemptsError}
   */
  create(token: TokenDescription, code: string, keyPairs: readonly KeyPairRequest[]): Promise<CreatedToken>;

  /**
   * Opens a token, on this machine alone. For an active one the code is checked all the same.
   *
   * @throws {@link WrongActivationCodeError}
   * @throws {@link TooManyActivationAttemptsError}
   */
  activate(tokenId: number, code: string): Promise<void>;

  /**
   * Returns whether a code opens the token with settings that are not stored yet, without opening it.
   *
   * @throws {@link CryptoTokenOfflineError} when it never had a code
   * @throws {@link WrongActivationCodeError}
   * @throws {@link TooManyActivationAttemptsError}
   */
  checkCode(token: TokenDescription, code: string): Promise<void>;

  /** Closes a token on this machine. It comes back by its next use when its activation is automatic. Never fails. */
  deactivate(tokenId: number): Promise<void>;

  /** `active` also for a token that its first use will open. */
  state(tokenId: number): Promise<CryptoTokenState>;

  /**
   * The ids of those `others` that are in the same slot of a device as a token, whatever each calls it; those that are not tokens are in none.
   *
   * @throws {@link CryptoTokenOfflineError} when the device does not say
   */
  sharing(tokenId: number, others: readonly number[]): Promise<readonly number[]>;

  /** As {@link CryptoToken.generateKeyPair}. */
  generateKeyPair(tokenId: number, request: KeyPairRequest): Promise<StoredKeyPair>;

  /** As {@link CryptoToken.importKeyPair}. */
  importKeyPair(tokenId: number, request: KeyPairImport): Promise<StoredKeyPair>;

  /** As {@link CryptoToken.removeKeyPair}. */
  removeKeyPair(tokenId: number, alias: string, publicKey: Uint8Array): Promise<void>;

  /** As {@link CryptoToken.listKeys}: what the token itself holds. */
  listKeys(tokenId: number): Promise<readonly KeyPairInfo[]>;

  /** As {@link CryptoToken.publicKey}. */
  publicKey(tokenId: number, alias: string): Promise<Uint8Array>;

  /** As {@link CryptoToken.certificates}. */
  certificates(tokenId: number, alias: string): Promise<readonly Uint8Array[]>;

  /** As {@link CryptoToken.sign}. */
  sign(
    tokenId: number,
    alias: string,
    signatureAlgorithm: string,
    data: Uint8Array,
    options?: MessageSignatureOptions,
  ): Promise<Uint8Array>;

  /** As {@link CryptoToken.signDigest}. */
  signDigest(
    tokenId: number,
    alias: string,
    signatureAlgorithm: string,
    digest: Uint8Array,
    options?: SignatureOptions,
  ): Promise<Uint8Array>;

  /** As {@link CryptoToken.unwrapKey}. */
  unwrapKey(tokenId: number, alias: string, wrapped: WrappedKey): Promise<Uint8Array>;

  /** The generation, as its stored state has it, under which the token was opened that signs now. Opens it as a signature would. */
  generation(tokenId: number): Promise<number>;

  /** As {@link CryptoToken.testKey}. */
  testKey(tokenId: number, alias: string): Promise<void>;

  /**
   * The protection of a token under another code, for the caller to store.
   *
   * @throws {@link WrongActivationCodeError}
   * @throws {@link TooManyActivationAttemptsError}
   * @throws {@link UnusableActivationCodeError}
   */
  changeCode(tokenId: number, code: string, newCode: string): Promise<Uint8Array | null>;
}

/** State of a new token that must be stored. */
export interface CreatedToken {
  readonly protection: Uint8Array | null;
  readonly keyPairs: readonly StoredKeyPair[];
}
