/** Secret members of settings: sealed where they are stored, opened where they are used, a word everywhere else. */
import { inspect } from 'node:util';

/**
 * Encrypts small secrets under a key of the installation.
 *
 * `context` says what a secret belongs to and is authenticated with it: what was sealed for one document cannot be opened as
 * part of another.
 */
export interface Sealer {
  seal(plain: Uint8Array, context: string): Uint8Array;
  /** @throws an AppError of kind `unavailable` when it was not sealed under this key and context */
  open(sealed: Uint8Array, context: string): Uint8Array;
}

/** The word that stands for a secret. On input it keeps the secret that is there. */
export const SECRET_PLACEHOLDER = 'placeholder';

/** Returns whether `text` on input stands for the secret that is stored already. */
export function keepsSecret(text: string): boolean {
  return text === SECRET_PLACEHOLDER || text === '_MASKED_';
}

/** A secret member of loaded settings. However it is printed, it prints as `placeholder`. */
export class Secret {
  readonly #reveal: () => string;
  /** True when the setting is the empty text: no secret was given. */
  readonly isEmpty: boolean;

  constructor(isEmpty: boolean, reveal: () => string) {
    this.isEmpty = isEmpty;
    this.#reveal = reveal;
    Object.freeze(this);
  }

  /** The secret in clear. Keep it no longer than it is needed. */
  reveal(): string {
    return this.#reveal();
  }

  toJSON(): string {
    return this.toString();
  }

  toString(): string {
    return this.isEmpty ? '' : SECRET_PLACEHOLDER;
  }

  [inspect.custom](): string {
    return `Secret(${this.toString()})`;
  }
}

/** The stored form of a secret. The empty text is stored as it is. */
export function sealSecret(sealer: Sealer, text: string, context: string): string {
  if (text === '') return '';
  return SEALED_PREFIX + sealer.seal(new TextEncoder().encode(text), context).toBase64();
}

/** The secret of a stored form that {@link sealSecret} made. */
export function openableSecret(sealer: Sealer, stored: string, context: string): Secret {
  return new Secret(stored === '', () => {
    if (stored === '') return '';
    const sealed = Uint8Array.fromBase64(stored.slice(SEALED_PREFIX.length));
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(sealer.open(sealed, context));
  });
}

/** Returns whether `stored` has the form of a sealed secret or of none. */
export function isSealed(stored: unknown): stored is string {
  return typeof stored === 'string' && (stored === '' || SEALED_PATTERN.test(stored));
}

const SEALED_PREFIX = 'sealed:';
const SEALED_PATTERN = /^sealed:[A-Za-z0-9+/]+={0,2}$/;
