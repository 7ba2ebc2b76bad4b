/** Secret members of settings: sealed in storage, opened for use, and a placeholder everywhere else. */
import { inspect } from 'node:util';

/**
 * Encryption of small secrets with a key of the installation.
 *
 * `context` identifies the owner of a secret and is authenticated with it, so that a secret sealed for one document cannot be opened as part of
 * another.
 */
export interface Sealer {
  seal(plain: Uint8Array, context: string): Uint8Array;
  /** Opens a sealed secret. @throws an AppError of kind `unavailable` if it was not sealed with this key and context */
  open(sealed: Uint8Array, context: string): Uint8Array;
}

/** Text shown in place of a secret. On input it keeps the stored secret. */
export const SECRET_PLACEHOLDER = 'placeholder';

/** Tells whether `text` on input means to keep the stored secret. */
export function keepsSecret(text: string): boolean {
  return text === SECRET_PLACEHOLDER || text === '_MASKED_';
}

/** A secret member of loaded settings. Any way of printing it shows `placeholder`. */
export class Secret {
  readonly #reveal: () => string;
  /** True if the setting is the empty text: no secret was given. */
  readonly isEmpty: boolean;

  constructor(isEmpty: boolean, reveal: () => string) {
    this.isEmpty = isEmpty;
    this.#reveal = reveal;
    Object.freeze(this);
  }

  /** Returns the secret in clear text. Callers must not keep it longer than necessary. */
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

/** Returns the stored form of a secret. The empty text is stored unchanged. */
export function sealSecret(sealer: Sealer, text: string, context: string): string {
  if (text === '') return '';
  return SEALED_PREFIX + sealer.seal(new TextEncoder().encode(text), context).toBase64();
}

/** Returns the secret for a stored form that {@link sealSecret} made. */
export function openableSecret(sealer: Sealer, stored: string, context: string): Secret {
  return new Secret(stored === '', () => {
    if (stored === '') return '';
    const sealed = Uint8Array.fromBase64(stored.slice(SEALED_PREFIX.length));
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(sealer.open(sealed, context));
  });
}

/** Tells whether `stored` has the form of a sealed or an empty secret. */
export function isSealed(stored: unknown): stored is string {
  return typeof stored === 'string' && (stored === '' || SEALED_PATTERN.test(stored));
}

const SEALED_PREFIX = 'sealed:';
const SEALED_PATTERN = /^sealed:[A-Za-z0-9+/]+={0,2}$/;
