import { AppError, appError } from '../../kernel/errors.ts';

/** The token is not activated, or its device does not answer. */
export class CryptoTokenOfflineError extends appError('unavailable', 'crypto_token.offline') {
  constructor(tokenId: number, options?: ErrorOptions) {
    super('Device was unavailable.', { ...options, context: { tokenId } });
  }
}

/** No crypto token has this id or name. */
export class UnknownCryptoTokenError extends appError('not-found', 'crypto_token.not_found') {
  constructor(token: number | string) {
    super('Unknown crypto token', { context: { token } });
  }
}

/** The activation code does not open the token. Nothing more is known, and nothing more is said. */
export class WrongActivationCodeError extends appError('malformed', 'crypto_token.wrong_activation_code') {
  constructor(tokenId: number) {
    super('Invalid activation code', { context: { tokenId } });
  }
}

/** After several wrong codes the next one is looked at only after a while. */
export class TooManyActivationAttemptsError extends appError('rate-limited', 'crypto_token.too_many_attempts') {
  override readonly retryAfterSeconds: number;

  constructor(tokenId: number, retryAfterSeconds: number) {
    super(`Too many wrong activation codes. The next attempt is possible in ${retryAfterSeconds} s.`, {
      context: { tokenId },
    });
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** A new activation code that cannot protect anything. */
export class UnusableActivationCodeError extends appError('malformed', 'crypto_token.unusable_activation_code') {
  /** @param problem - what the code has to be, without the code */
  constructor(problem: string) {
    super(`The activation code cannot be used: ${problem}.`);
  }
}

/** A type of token that no driver of this installation knows. */
export class UnsupportedTokenTypeError extends appError('refused-by-policy', 'crypto_token.unsupported_type') {
  constructor(type: string, supported: readonly string[]) {
    super(`Crypto tokens of type '${type}' are not supported here; supported are ${supported.join(', ')}.`);
  }
}

/** Text that cannot name a key pair. */
export class BadKeyAliasError extends appError('malformed', 'crypto_token.bad_alias') {
  constructor() {
    super('A key pair alias has 1 to 250 characters, no control characters, and no blank at either end.');
  }
}

/** The token has a key pair of this alias already. */
export class KeyAliasInUseError extends appError('conflict', 'crypto_token.alias_in_use') {
  constructor(alias: string, options?: ErrorOptions) {
    super(`The key pair alias '${alias}' is in use already.`, options);
  }
}

/** Somebody signs with the key pair, so that it cannot be removed. */
export class KeyInUseError extends appError('conflict', 'crypto_token.key_in_use') {
  /** @param users - in words: `certification authority 'Issuing CA'`; at least one */
  constructor(alias: string, users: readonly string[]) {
    const [first, ...others] = users;
    const more = others.length === 0 ? '' : ` and ${others.length} others`;
    super(`The key pair '${alias}' is used by the ${first}${more} and cannot be removed.`);
  }
}

/** The token has no key pair of this alias. */
export class UnknownKeyAliasError extends appError('not-found', 'crypto_token.unknown_alias') {
  constructor(alias: string) {
    super(`The crypto token has no key pair with the alias '${alias}'.`);
  }
}

/** A key pair of this kind cannot be made, in general or by this token. */
export class UnsupportedKeyError extends AppError {
  override readonly kind = 'malformed';
  override readonly code: 'crypto_token.unsupported_algorithm' | 'crypto_token.unsupported_specification';

  constructor(what: 'algorithm' | 'specification', message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = `crypto_token.unsupported_${what}`;
  }
}

/** A signature that this key cannot make: another kind of key, a key that only encrypts, or an unknown or weak algorithm. */
export class UnsupportedSignatureError extends appError('refused-by-policy', 'crypto_token.unsupported_signature') {}

/** A key of a content that this key pair cannot open: it is only to sign, or of another kind, or its device lacks the mechanism. */
export class UnsupportedDecryptionError extends appError('refused-by-policy', 'crypto_token.unsupported_decryption') {}

/**
 * The stored form of a key cannot be opened although the token is open: it was changed, or belongs to another token or alias. Only a
 * backup helps.
 */
export class DamagedKeyError extends appError('unavailable', 'crypto_token.damaged_key') {
  constructor(tokenId: number, alias: string, options?: ErrorOptions) {
    super(`The stored form of the key pair '${alias}' was changed and cannot be used.`, {
      ...options,
      context: { tokenId, alias },
    });
  }
}

/** A signature is not one of the key that it was verified with. Nothing was handed out. */
export class WrongSignatureError extends appError('unavailable', 'crypto_token.wrong_signature') {
  constructor(alias: string) {
    super(`The crypto token made a signature with the key '${alias}' that does not fit its public key; test the key.`, {
      context: { alias },
    });
  }
}

/** Error for stored state of a token that no version of its driver writes. Only a backup helps. */
export class DamagedCryptoTokenError extends appError('unavailable', 'crypto_token.damaged') {
  constructor(tokenId: number) {
    super('What is stored of the crypto token was changed and cannot be used.', { context: { tokenId } });
  }
}

/** A key pair was asked to prove itself and what it made does not fit its public key. */
export class KeyTestFailedError extends appError('unavailable', 'crypto_token.key_test_failed') {
  constructor(tokenId: number, alias: string, options?: ErrorOptions) {
    super(`The test of the key pair '${alias}' failed.`, { ...options, context: { tokenId, alias } });
  }
}

/** A key that was made elsewhere was to go into a device. */
export class KeyImportRefusedError extends appError('refused-by-policy', 'crypto_token.key_import_refused') {
  constructor(tokenId: number) {
    super(
      'A device takes no private key from here: its keys are made in it, so that they were never anywhere else. Bring the key into it by ' +
        "the device's own means and name its alias, or choose a crypto token in software.",
      { context: { tokenId } },
    );
  }
}

/** A key was to be made, taken in or removed in a keystore that is only read. */
export class KeystoreReadOnlyError extends appError('refused-by-policy', 'crypto_token.keystore_read_only') {
  constructor() {
    super(
      'The keystore is only read here. Change its keys with the program that made it, or use one of the type INTERNAL without KEYDATA.',
    );
  }
}

/** A worker describes a slot that a configured token names: it could try PINs there, and remove what is others'. */
export class SlotTakenError extends appError('conflict', 'crypto_token.slot_taken') {
  constructor(tokenId: number) {
    super(
      'The slot that SLOTLABELVALUE, SLOT or SLOTLISTINDEX names is that of a crypto token that is configured here. Name the crypto token as CRYPTOTOKEN instead.',
      { context: { tokenId } },
    );
  }
}

/** A token has more key pairs than can be deleted with it at once. */
export class TooManyKeyPairsError extends appError('conflict', 'crypto_token.too_many_key_pairs') {
  constructor(most: number) {
    super(`The crypto token has more than ${most} key pairs. Remove key pairs before it is deleted.`);
  }
}

/** The token has as many key pairs as it is to have. */
export class KeyGenerationLimitError extends appError('refused-by-policy', 'crypto_token.key_limit') {
  constructor(limit: number) {
    super(`The crypto token is to have no more than ${limit} key pairs. Remove one, or raise KEYGENERATIONLIMIT.`);
  }
}

/** The keys of a token cannot move to a token of another type. */
export class FixedTokenTypeError extends appError('conflict', 'crypto_token.fixed_type') {
  constructor(name: string, type: string) {
    super(`The type of the crypto token '${name}' stays ${type}. Make another token for another type.`);
  }
}
