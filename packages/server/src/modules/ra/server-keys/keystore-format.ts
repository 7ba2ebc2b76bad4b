import { UnsupportedTokenTypeError } from '../errors/index.ts';
import { TOKEN_TYPE, type TokenType } from '../end-entities/index.ts';

/** Formats in which an end entity gets a key generated here. PEM is a text with the encrypted key, as from `writePemBundle`. */
export type KeystoreFormat = 'P12' | 'JKS' | 'BCFKS' | 'PEM';

/** Formats determined by the token type of an end entity. */
export type TokenKeystoreFormat = Exclude<KeystoreFormat, 'PEM'>;

/**
 * Returns the keystore format of an end entity according to its token type.
 *
 * @throws {@link UnsupportedTokenTypeError} if it generates its key itself, or its token type is not a keystore
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
