import { BadKeyAliasError } from './errors.ts';

declare const brand: unique symbol;

/** The name of a key pair within its token, case-sensitive. */
export type KeyAlias = string & { readonly [brand]: 'KeyAlias' };

/**
 * Checks a name for a new key pair.
 *
 * @throws {@link BadKeyAliasError}
 */
export function keyAlias(text: string): KeyAlias {
  const usable = text.length > 0 && text.length <= 250 && text.trim() === text && !UNUSABLE.test(text);
  if (!usable) throw new BadKeyAliasError();
  return text as KeyAlias;
}

/** Control and format characters, lone surrogates, line separators: what makes two names look alike or breaks a log line. */
const UNUSABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
