import type { NeededResource } from '../../kernel/access-rules.ts';
import { CRYPTO_TOKEN_RIGHTS, type NamedDocument, resourceOfNamed } from '../access/index.ts';

/** Operations of administrators on a crypto token, each with a right of its own. */
export type CryptoTokenOperation = keyof typeof CRYPTO_TOKEN_RIGHTS;

/**
 * The access rule that an operation on a token needs: `/cryptotoken/activate/<id>/`.
 *
 * @param tokenId - of the token's document; administrators see and write its name there
 */
export function cryptoTokenRule(operation: CryptoTokenOperation, tokenId: number): string {
  return `/cryptotoken/${CRYPTO_TOKEN_RIGHTS[operation]}/${tokenId}/`;
}

/** The same of a token that a caller named, whether there is one of that name or not. */
export function namedTokenRule(operation: CryptoTokenOperation, token: NamedDocument): NeededResource {
  return resourceOfNamed(token, (document) => `/cryptotoken/${CRYPTO_TOKEN_RIGHTS[operation]}/${document}/`);
}
