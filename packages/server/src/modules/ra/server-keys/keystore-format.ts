import { UnsupportedTokenTypeError } from '../errors.ts';
import { TOKEN_TYPE, type TokenType } from '../end-entities/index.ts';

/** Formats in which an end entity gets a key that is generated here. */
export type KeystoreFormat = 'P12' | 'JKS' | 'BCFKS';

/**
 * Returns the format of the keystore of an end entity, by its type of token.
 *
 * @throws {@link UnsupportedTokenTypeError} when it makes its key itself, or has a type of token that is no keystore
 */
export function keystoreFormatOf(tokenType: TokenType): KeystoreFormat {
  const format = FORMATS.get(tokenType);
  if (format === undefined) throw new UnsupportedTokenTypeError();
  return format;
}

const FORMATS: ReadonlyMap<TokenType, KeystoreFormat> = new Map([
  [TOKEN_TYPE.P12, 'P12'],
  [TOKEN_TYPE.JKS, 'JKS'],
  [TOKEN_TYPE.BCFKS, 'BCFKS'],
]);
