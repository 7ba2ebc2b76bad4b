import { AppError, appError } from '../../kernel/errors.ts';
import type { Pkcs11Failure } from './protocol.ts';
import { explainReturnValue } from './return-values.ts';

/** A device or its library did not do what it was asked for. The process of the library lives on. */
export class Pkcs11OperationError extends AppError {
  override readonly kind = 'unavailable';
  override readonly code:
    | 'crypto_token.device_refused'
    | 'crypto_token.pkcs11js_missing'
    | 'crypto_token.library_unusable'
    | 'crypto_token.unknown_slot';
  readonly failure: Pkcs11Failure;

  constructor(failure: Pkcs11Failure) {
    super(messageOf(failure), { context: { ...failure } });
    this.failure = failure;
    this.code = CODES[failure.kind];
  }

  /** Returns whether a function of the library returned one of `values`. */
  returned(...values: readonly number[]): boolean {
    return this.failure.kind === 'returned' && values.includes(this.failure.value);
  }
}

/** The process of a library ended while it had an operation under way, or before. Whether the operation was done is not known. */
export class LibraryProcessLostError extends appError('unavailable', 'crypto_token.process_lost') {
  /** True when it was ended because this very operation took too long. */
  readonly timedOut: boolean;

  /** @param how - `SIGSEGV`, an exit code, or why it was ended */
  constructor(how: string, { timedOut = false }: { readonly timedOut?: boolean } = {}) {
    super(`The process of the PKCS#11 library ended: ${how}.`);
    this.timedOut = timedOut;
  }
}

/** More calls wait for a device than it does in time. Nothing of this one was done. */
export class DeviceBusyError extends appError('unavailable', 'crypto_token.device_busy') {
  constructor() {
    super('The device is busy.');
  }
}

/** A crypto token names a library that the operator has not allowed. */
export class LibraryNotAllowedError extends appError('refused-by-policy', 'crypto_token.library_not_allowed') {
  constructor(library: string) {
    super(`The PKCS#11 library '${library}' is not among those that this server may load (--pkcs11-library).`);
  }
}

/** A property of a crypto token cannot be used. */
export class UnusablePropertiesError extends appError('malformed', 'crypto_token.unusable_property') {
  constructor(property: string, problem: string) {
    super(`The property '${property}' of the crypto token cannot be used: it ${problem}.`);
  }
}

/** An alias that more than one private key has. Which is meant cannot be known, so none is used. */
export class AmbiguousKeyAliasError extends appError('conflict', 'crypto_token.ambiguous_alias') {
  constructor(alias: string, keys: number) {
    super(
      `The crypto token has ${keys} private keys '${alias}'. Give each a label of its own, or name the key by its CKA_ID in hexadecimal.`,
    );
  }
}

/** A private key that may leave its device. */
export class ExtractableKeyError extends appError('refused-by-policy', 'crypto_token.extractable_key') {
  constructor(alias: string) {
    super(
      `The private key '${alias}' may leave its device (CKA_EXTRACTABLE) and is not used. The property allow.extractable.privatekey allows it.`,
    );
  }
}

/** Returns whether a device, its library, or what is configured of them is at fault. */
export function isDeviceTrouble(error: unknown): boolean {
  return (
    error instanceof Pkcs11OperationError ||
    error instanceof LibraryProcessLostError ||
    error instanceof DeviceBusyError ||
    error instanceof LibraryNotAllowedError ||
    error instanceof UnusablePropertiesError
  );
}

function messageOf(failure: Pkcs11Failure): string {
  if (failure.kind !== 'returned') return MESSAGES[failure.kind](failure.detail);
  const { name, meaning, advice } = explainReturnValue(failure.value);
  return `The device refused: ${failure.function} returned ${name}: ${meaning}. What to do: ${advice}.`;
}

const MESSAGES: Readonly<Record<Exclude<Pkcs11Failure['kind'], 'returned'>, (detail: string) => string>> = {
  'binding-missing': () =>
    "PKCS#11 needs the package pkcs11js, which is not installed. Run 'npm install --no-save pkcs11js' in the directory of this program (a C++ compiler, make and Python are needed), or name another directory with --pkcs11js.",
  'binding-unusable': (detail) =>
    `The package pkcs11js cannot be loaded: ${detail}. Install it again with the Node that runs this program.`,
  'library-unusable': (detail) => `The PKCS#11 library cannot be loaded: ${detail}.`,
  'no-slot': (detail) => `No slot of the PKCS#11 library is the one of the crypto token (${detail} slots).`,
  'ambiguous-slot': (detail) =>
    `More than one slot of the PKCS#11 library is the one of the crypto token (${detail} slots): name it by its number.`,
  'other-pin': () => 'Somebody is logged in to the device with another PIN.',
  confused: (detail) => `The process of the PKCS#11 library did not understand: ${detail}.`,
};

const CODES = {
  returned: 'crypto_token.device_refused',
  'binding-missing': 'crypto_token.pkcs11js_missing',
  'binding-unusable': 'crypto_token.pkcs11js_missing',
  'library-unusable': 'crypto_token.library_unusable',
  'no-slot': 'crypto_token.unknown_slot',
  'ambiguous-slot': 'crypto_token.unknown_slot',
  'other-pin': 'crypto_token.device_refused',
  confused: 'crypto_token.device_refused',
} as const;
