import { excerpt } from '@sealwright/pki';

/**
 * The base of every error that this package throws for input that arrived from outside.
 *
 * Each format has one subclass with a closed union of codes (`pdf.no_header`); a caller switches on `code`, never on `message`.
 * `TypeError` and `RangeError` are kept for misuse by the programmer. What signs and what tells the time are functions of the caller:
 * their errors pass through.
 */
export abstract class DocumentError<Code extends string = string> extends Error {
  /** Stable, dotted: format, then what was wrong. */
  readonly code: Code;

  constructor(code: Code, message: string, options?: ErrorOptions) {
    super(excerpt(message, MAX_MESSAGE), options);
    this.code = code;
    this.name = new.target.name;
  }
}

const MAX_MESSAGE = 1000;
