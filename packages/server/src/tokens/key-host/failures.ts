/** Errors of the key host as plain data, so that they are the same errors in another process. */
import { AppError } from '../../kernel/errors.ts';
import { ConflictError } from '../../kernel/unit-of-work.ts';
import {
  BadKeyAliasError,
  CryptoTokenOfflineError,
  DamagedCryptoTokenError,
  DamagedKeyError,
  KeyAliasInUseError,
  KeyImportRefusedError,
  KeystoreReadOnlyError,
  KeyTestFailedError,
  SlotTakenError,
  TooManyActivationAttemptsError,
  UnknownCryptoTokenError,
  UnknownKeyAliasError,
  UnsupportedDecryptionError,
  UnsupportedKeyError,
  UnsupportedSignatureError,
  UnsupportedTokenTypeError,
  UnusableActivationCodeError,
  WrongActivationCodeError,
  WrongSignatureError,
} from '../../modules/crypto-tokens/index.ts';

export interface FailureDescription {
  readonly className: string;
  readonly message: string;
  readonly stack: string | undefined;
  /** The plain members of an {@link AppError}. */
  readonly members: Readonly<Record<string, unknown>>;
  readonly cause: FailureDescription | undefined;
}

/** Describes an error and its causes. */
export function describeFailure(error: unknown, depth = 0): FailureDescription {
  if (!(error instanceof Error))
    return { className: 'Error', message: String(error), stack: undefined, members: {}, cause: undefined };
  const members = error instanceof AppError ? Object.entries(error) : [];
  return {
    className: error.constructor.name,
    message: error.message,
    stack: error.stack,
    members: Object.fromEntries(members.map(([name, value]) => [name, plain(value)])),
    cause: error.cause === undefined || depth === MAX_CAUSES ? undefined : describeFailure(error.cause, depth + 1),
  };
}

/** Makes the error again. One of a class that callers do not tell apart keeps its code and its kind. */
export function failureOf({ className, message, stack, members, cause }: FailureDescription): Error {
  const known: unknown = CLASSES.get(className);
  const { kind } = members;
  const prototype = (known ?? (kind === undefined ? Error : AppError)) as typeof Error;
  // The classes' own constructors make messages of other arguments.
  const error = Reflect.construct(Error, [message], prototype);
  const given = { ...members, ...(stack !== undefined && { stack }), ...(cause && { cause: failureOf(cause) }) };
  for (const [name, value] of Object.entries(given))
    Object.defineProperty(error, name, { value, writable: true, configurable: true, enumerable: name in members });
  return error;
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value) ?? 'null') ?? undefined;
}

const MAX_CAUSES = 4;
const CLASSES: ReadonlyMap<string, unknown> = new Map(
  [
    BadKeyAliasError,
    ConflictError,
    CryptoTokenOfflineError,
    DamagedCryptoTokenError,
    DamagedKeyError,
    KeyAliasInUseError,
    KeyImportRefusedError,
    KeystoreReadOnlyError,
    KeyTestFailedError,
    RangeError,
    SlotTakenError,
    TooManyActivationAttemptsError,
    TypeError,
    UnknownCryptoTokenError,
    UnknownKeyAliasError,
    UnsupportedDecryptionError,
    UnsupportedKeyError,
    UnsupportedSignatureError,
    UnsupportedTokenTypeError,
    UnusableActivationCodeError,
    WrongActivationCodeError,
    WrongSignatureError,
  ].map((each) => [each.name, each]),
);
