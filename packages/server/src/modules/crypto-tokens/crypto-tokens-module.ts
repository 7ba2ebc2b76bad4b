import { type KeyUsers, OperateTokens, type OperateTokensDeps } from './operate-tokens.ts';
import { ReadTokens } from './read-tokens.ts';

export interface CryptoTokensModuleDeps extends Omit<OperateTokensDeps, 'keyUsers'> {
  /** The users of key pairs in other modules. */
  readonly keyUsers: readonly KeyUsers[];
}

/** Constructs the use cases on crypto tokens. */
export function cryptoTokensModule({ keyUsers, ...deps }: CryptoTokensModuleDeps) {
  const usersOf = async (tokenId: number, alias: string) =>
    (await Promise.all(keyUsers.map((users) => users.usersOf(tokenId, alias)))).flat();
  return {
    cryptoTokens: deps.tokens,
    operateTokens: new OperateTokens({ ...deps, keyUsers: { usersOf } }),
    readTokens: new ReadTokens(deps),
  };
}
