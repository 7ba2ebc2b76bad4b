import type { NeededResource } from '../../kernel/access-rules.ts';
import { type NamedDocument, resourceOfNamed } from '../access/index.ts';

/** Operations of administrators on a crypto token, each with a right of its own. */
export type CryptoTokenOperation = keyof typeof RIGHTS;

/**
 * The access rule that an operation on a token needs: `/cryptotoken/activate/<id>/`.
 *
 * @param tokenId - of the token's document; administrators see and write its name there
 */
export function cryptoTokenRule(operation: CryptoTokenOperation, tokenId: number): string {
  return `/cryptotoken/${RIGHTS[operation]}/${tokenId}/`;
}

/** The same of a token that a caller named, whether there is one of that name or not. */
export function namedTokenRule(operation: CryptoTokenOperation, token: NamedDocument): NeededResource {
  return resourceOfNamed(token, (document) => `/cryptotoken/${RIGHTS[operation]}/${document}/`);
}

const RIGHTS = {
  view: 'view',
  /** To let a CA or a binding sign with its keys. */
  use: 'use',
  activate: 'activate',
  deactivate: 'deactivate',
  /** Also to create a token: there is no id yet, the caller asks for `/cryptotoken/modify/` alone. */
  modify: 'modify',
  delete: 'delete',
  generateKeyPair: 'keys/generate',
  removeKeyPair: 'keys/remove',
  testKeyPair: 'keys/test',
} as const;
