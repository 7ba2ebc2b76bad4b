import { UnsupportedTokenTypeError } from '../errors/index.ts';
import { TOKEN_TYPE, type TokenType } from '../end-entities/index.ts';

/** Formats in which an end entity gets a key that is generated here. PEM is a text with the key encrypted, as of `writePemBundle`. */
export type KeystoreFormat = 'P12' | 'JKS' | 'BCFKS' | 'PEM';

/** Formats that an end entity gets by its type of token alone. */
export type TokenKeystoreFormat = Exclude<KeystoreFormat, 'PEM'>;

/**
 * Returns the format of the keystore of an end entity, by its type of token.
 *
 * @throws {@link UnsupportedTokenTypeError} when it makes its key itself, or has a type of token that is no keystore
 */
export function keystoreFormatOf(tokenType: TokenType): TokenKeystoreFormat {
  const format = FORMATS.get(tokenType);
  if (format === undefined) throw new UnsupportedTokenTypeError();
  return format;
}

const FORMATS: ReadonlyMap<TokenType, TokenKeystoreFormat> = new Map([
  [TOKEN_TYPE.P12, 'P12'],
  [TOKEN_TYPE.JKS, 'JKS'],
  [TOKEN_TYPE.BCFKS, 'BCFKS'],
]);
