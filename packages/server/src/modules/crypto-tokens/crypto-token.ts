/** Crypto token as its drivers see it: a holder of key pairs that signs and decrypts, and never shows a private key. */
import type { PublicKey, WrappedKey } from '@sealwright/pki';
import type { KeyAlias } from './key-alias.ts';

/** Permitted uses of a key pair. */
export type KeyUsage = 'SIGN' | 'ENCRYPT' | 'SIGN_ENCRYPT';

/** A key pair to be made. */
export interface KeyPairRequest {
  readonly alias: KeyAlias;
  /** A name of the table of key algorithms, in any case: `RSA`, `EC`, `Ed25519`, `ML-DSA-65`. */
  readonly algorithm: string;
  /** Modulus in bits, or the name of a curve. May be empty, or repeat the algorithm, where it leaves nothing to choose. */
  readonly specification: string;
  /** Undefined for any use. */
  readonly keyUsage?: KeyUsage | undefined;
}

/** The import that a key pair was made by. */
export interface KeyOrigin {
  /** A hash of the description that the key pair was made for: the same import has the same one. */
  readonly madeFor: string | undefined;
}

/** A key pair that was made elsewhere. */
export interface KeyPairImport {
  readonly alias: KeyAlias;
  readonly keyUsage?: KeyUsage | undefined;
  /** DER PKCS#8, unencrypted. The caller overwrites it. */
  readonly privateKey: Uint8Array;
}

/** A key pair as everybody may see it. */
export interface KeyPairInfo {
  readonly alias: string;
  /** The table's own name of the algorithm. */
  readonly algorithm: string;
  /** Modulus in bits, the table's name of the curve, or the algorithm's name again. */
  readonly specification: string;
  readonly keyUsage: KeyUsage | undefined;
  /** DER SubjectPublicKeyInfo. */
  readonly publicKey: Uint8Array;
}

/** A key pair as it is stored. */
export interface StoredKeyPair extends KeyPairInfo {
  /** The private key, encrypted, in a form that only its driver reads; null when a device holds it. */
  readonly protectedKey: Uint8Array | null;
}

/** Options of a signature that departs from what is usual. */
export interface SignatureOptions {
  /** True when it may rest on SHA-1, for which collisions can be made; false when left out. */
  readonly allowSha1?: boolean | undefined;
}

/** As {@link SignatureOptions}, of a message that the token hashes itself. */
export interface MessageSignatureOptions extends SignatureOptions {
  /** The signature is verified with it, in the thread pool, before it is handed out. */
  readonly verifiedBy?: PublicKey | undefined;
}

export type CryptoTokenState = 'active' | 'offline';

/**
 * A token that a driver has opened with its activation code.
 *
 * It stays usable until {@link close}, or until its device is lost; after that every method but `state` and `close` fails with
 * {@link CryptoTokenOfflineError}. All methods may be called at the same time. Every driver passes the same suite of tests, `test/contracts/crypto-token-contract.ts`.
 */
export interface CryptoToken {
  readonly state: CryptoTokenState;

  /**
   * Makes a key pair. A device keeps it at once; for software the answer is all there is of it, so nothing exists until it is stored.
   *
   * @throws {@link KeyAliasInUseError}
   * @throws {@link UnsupportedKeyError}
   */
  generateKeyPair(request: KeyPairRequest): Promise<StoredKeyPair>;

  /**
   * Takes a private key from outside, as far as its public key can be told and both work together. As of {@link generateKeyPair}, nothing
   * exists until it is stored.
   *
   * @throws {@link KeyAliasInUseError}
   * @throws {@link UnsupportedKeyError}
   * @throws {@link KeyImportRefusedError} from a device: its keys are made in it
   */
  importKeyPair(request: KeyPairImport): Promise<StoredKeyPair>;

  /**
   * Destroys the private key where a device holds it, and forgets it everywhere. Called after its row was deleted.
   *
   * A key pair that the token does not hold is not an error: a removal may be repeated.
   *
   * @param publicKey - DER SubjectPublicKeyInfo: another key under the same alias stays
   */
  removeKeyPair(alias: string, publicKey: Uint8Array): Promise<void>;

  /** The key pairs that the token can work with, in order of their aliases. */
  listKeys(): Promise<readonly KeyPairInfo[]>;

  /**
   * The DER SubjectPublicKeyInfo of a key pair.
   *
   * @throws {@link UnknownKeyAliasError}
   */
  publicKey(alias: string): Promise<Uint8Array>;

  /**
   * The certificates that the token holds for a key pair, DER: its own first, and those that may stand above it in any order. Empty for
   * tokens without certificates.
   *
   * @throws {@link UnknownKeyAliasError}
   */
  certificates(alias: string): Promise<readonly Uint8Array[]>;

  /**
   * Signs `data` (the message, not its hash). ECDSA signatures are DER (RFC 3279 §2.2.3).
   *
   * @param signatureAlgorithm - a name of the table of signature algorithms, in any case: `SHA256withECDSA`
   * @throws {@link UnknownKeyAliasError}
   * @throws {@link UnsupportedSignatureError} when the key cannot make such a signature
   * @throws {@link DamagedKeyError}
   * @throws {@link WrongSignatureError} when it is not one of the key that was to verify it
   */
  sign(
    alias: string,
    signatureAlgorithm: string,
    data: Uint8Array,
    options?: MessageSignatureOptions,
  ): Promise<Uint8Array>;

  /**
   * Signs a message that was hashed elsewhere: what comes out is the signature of {@link sign} over the message.
   *
   * @param signatureAlgorithm - one that hashes: those of EdDSA, ML-DSA and SLH-DSA sign no digest
   * @param digest - by the hash of the algorithm
   * @throws {@link UnknownKeyAliasError}
   * @throws {@link UnsupportedSignatureError} when the key, or the device, makes no such signature of a digest
   * @throws {@link DamagedKeyError}
   */
  signDigest(
    alias: string,
    signatureAlgorithm: string,
    digest: Uint8Array,
    options?: SignatureOptions,
  ): Promise<Uint8Array>;

  /**
   * Opens the key of a content that is sealed for a key pair. Only the step of RSA, ECDH or ML-KEM is the private key's: the secret that it
   * finds out stays with the driver, so that nobody gets a decryption or an agreement of another kind.
   *
   * A key that cannot be opened, since it was changed or is another key pair's, is not an error: random octets come in its place, in the same
   * time, and the content is not opened by them. So there is one outcome of every failure.
   *
   * @returns the 32 octets of the content's key, which the caller overwrites
   * @throws {@link UnknownKeyAliasError}
   * @throws {@link UnsupportedDecryptionError} when the key pair is only to sign, or of another kind than the key was wrapped for, or when
   *   the device lacks the mechanism
   * @throws {@link DamagedKeyError}
   */
  unwrapKey(alias: string, wrapped: WrappedKey): Promise<Uint8Array>;

  /**
   * Uses the private key and checks the outcome with the public one: sign and verify, or encrypt and decrypt.
   *
   * @throws {@link UnknownKeyAliasError}
   * @throws {@link KeyTestFailedError}
   * @throws {@link DamagedKeyError}
   */
  testKey(alias: string): Promise<void>;

  /** Returns whether it can go on under these settings of its document. When they name another device or keystore, it has to be opened anew. */
  fits(properties: TokenDescription['properties']): boolean;

  /**
   * The stored key pairs may have changed: what the token remembers of them is checked before it is used again. The settings may have,
   * too.
   *
   * @param properties - which hold from now on; they have to fit
   */
  refresh(properties: TokenDescription['properties']): void;

  /** Gives what another process of this host needs to use the keys: the token key of a token in software, a secret. Absent where keys stay where they are. */
  lend?(): Uint8Array;

  /** Ends every use. Secrets are overwritten where the language lets us. */
  close(): void;
}

/** Description of a token for its driver. */
export interface TokenDescription {
  /** The token's document. Bound into everything that is encrypted for it. */
  readonly id: number;
  /** `SoftCryptoToken`, `PKCS11CryptoToken`, ... */
  readonly type: string;
  /** The type's own settings: library, slot, attributes. */
  readonly properties: Readonly<Record<string, string>>;
}

/**
 * Requires that no other token has precedence in a slot.
 *
 * @param sharing - gives those of some tokens that are in the slot
 * @throws {@link SlotTakenError}
 */
export type RequireOwnSlot = (
  sharing: (others: readonly TokenDescription[]) => Promise<readonly TokenDescription[]>,
) => Promise<void>;

/** Opens tokens of one or more types. */
export interface CryptoTokenDriver {
  readonly types: readonly string[];
  /** True when what it opens counts wrong codes itself, and is lost after too many: a device. */
  readonly locksItself: boolean;

  /**
   * Names the lock that a token's code opens. Tokens that are in one device have one lock, so that guesses by way of several tokens
   * count as guesses at one code.
   */
  lock(token: TokenDescription): Promise<string>;

  /**
   * Lists those of `others` that are in the same slot as `token`, however they name it. Absent when every token has a place of its own.
   *
   * @throws whatever {@link open} throws when the device does not answer
   */
  sharing?(token: TokenDescription, others: readonly TokenDescription[]): Promise<readonly TokenDescription[]>;

  /**
   * Tells versions of what the settings name apart: a code that did not open one may open the next. The same text for what has no
   * versions.
   */
  version?(token: TokenDescription): string;

  /**
   * Makes what lets a new token check its code later and protects its keys, and opens it.
   *
   * @param code - the activation code that will open the token; of a device, the one that opens it already
   * @param requireOwnSlot - as of {@link open}
   * @throws {@link UnusableActivationCodeError}
   * @throws {@link WrongActivationCodeError} from a device
   * @throws {@link CryptoTokenOfflineError} when the device does not answer
   * @throws what `requireOwnSlot` throws
   */
  initialize(token: TokenDescription, code: string, requireOwnSlot: RequireOwnSlot): Promise<InitializedToken>;

  /**
   * Opens a token.
   *
   * @param protection - what {@link initialize} made
   * @param requireOwnSlot - asked before the code is shown to a device, now and whenever it has to be shown again: its slots may have
   *   come into another order by then
   * @throws {@link WrongActivationCodeError}
   * @throws {@link CryptoTokenOfflineError} when the device does not answer
   * @throws what `requireOwnSlot` throws
   */
  open(
    token: TokenDescription,
    protection: Uint8Array | null,
    code: string,
    requireOwnSlot: RequireOwnSlot,
  ): Promise<CryptoToken>;

  /**
   * Makes the protection for another activation code. Keys stay as they are stored, and an open token stays open.
   *
   * @param requireOwnSlot - as of {@link open}
   * @throws {@link WrongActivationCodeError}
   * @throws {@link UnusableActivationCodeError}
   * @throws what `requireOwnSlot` throws
   */
  changeCode(
    token: TokenDescription,
    protection: Uint8Array | null,
    code: string,
    newCode: string,
    requireOwnSlot: RequireOwnSlot,
  ): Promise<Uint8Array | null>;
}

/** A token that was just made. */
export interface InitializedToken {
  /** To be stored; null when the device does all of it. */
  readonly protection: Uint8Array | null;
  /** Open. The caller closes it. */
  readonly token: CryptoToken;
}
