import { shortened } from './text/shortened.ts';

/**
 * The base of every error that a caller of this program may see.
 *
 * `kind` says what kind of failure it is, and each interface answers it by one exhaustive table; `code` is stable and listed in
 * `docs/errors.md`; `message` is safe to show to the caller, and cut where somebody's names or numbers would make it endless. `context` goes to the log and nowhere else.
 */
export abstract class AppError extends Error {
  abstract readonly kind: ErrorKind;
  abstract readonly code: string;
  readonly context: Readonly<Record<string, unknown>>;
  /** When the same may be asked for again, where that is known. */
  readonly retryAfterSeconds: number | undefined = undefined;
  /** A part of what was asked for is durable all the same, see {@link partlyDone}. */
  isPartlyDone = false;

  constructor(message: string, options: ErrorOptions & { readonly context?: Record<string, unknown> } = {}) {
    super(shortened(message, MAX_MESSAGE), options);
    this.name = new.target.name;
    this.context = options.context ?? {};
  }
}

/** Returns the base of the errors of one kind that have one code. */
export function appError<Kind extends ErrorKind, Code extends string>(kind: Kind, code: Code) {
  abstract class CodedError extends AppError {
    override readonly kind = kind;
    override readonly code = code;
  }
  return CodedError;
}

/** Marks a failure that came after a part of what was asked for was committed, so that no answer says otherwise. Gives it back. */
export function partlyDone(error: unknown): unknown {
  if (error instanceof AppError) error.isPartlyDone = true;
  return error;
}

/** The closed list of what can go wrong. A bug of ours is not one of them: it is a TypeError or RangeError and becomes 500. */
export type ErrorKind =
  /** the request cannot be understood, or a value in it is not what it has to be */
  | 'malformed'
  /** the caller is not known to this installation */
  | 'unauthenticated'
  /** the caller is known and may not do this */
  | 'forbidden'
  | 'not-found'
  /** the state of things does not allow it (any more) */
  | 'conflict'
  | 'too-large'
  /** a profile, CA or other rule of the installation says no */
  | 'refused-by-policy'
  | 'rate-limited'
  /** something that is needed is not there now: a token, a CA, the database */
  | 'unavailable';

const MAX_MESSAGE = 4000;
