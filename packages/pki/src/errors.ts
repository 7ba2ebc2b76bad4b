import { excerpt } from './excerpt.ts';

/**
 * The base of every error that this package throws for input that arrived from outside.
 *
 * Each area has one subclass with a closed union of codes (`der.trailing_bytes`, `name.bad_escape`); a caller switches on
 * `code`, never on `message`, which is cut where somebody's names or numbers would make it endless. `TypeError` and `RangeError` are kept for misuse by the programmer.
 */
export abstract class PkiError<Code extends string = string> extends Error {
  /** Stable, dotted: area, then what was wrong. */
  readonly code: Code;

  constructor(code: Code, message: string, options?: ErrorOptions) {
    super(excerpt(message, MAX_MESSAGE), options);
    this.code = code;
    this.name = new.target.name;
  }
}

/** The base of errors about one place in the input. `offset` counts from its start. */
export abstract class PositionedError<Code extends string = string> extends PkiError<Code> {
  readonly offset: number;

  constructor(code: Code, message: string, offset: number) {
    super(code, `${message} (at byte ${offset})`);
    this.offset = offset;
  }
}

/** Returns what `read` gives, or undefined when it refuses its input, so that one bad item does not hide the others. */
export function readable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof PkiError) return undefined;
    throw error;
  }
}

const MAX_MESSAGE = 1000;
