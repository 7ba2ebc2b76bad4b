/** What an administrator can do with a crypto token, each a right of its own. */
export type CryptoTokenOperation = keyof typeof RIGHTS;

/**
 * The access rule that an operation on a token needs: `/cryptotoken/activate/<id>/`.
 *
 * @param publicId - the id of the token as clients see it
 */
export function cryptoTokenRule(operation: CryptoTokenOperation, publicId: number): string {
  return `/cryptotoken/${RIGHTS[operation]}/${publicId}/`;
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
