import type {
  AdvanceTokenState,
  CryptoTokenStore,
  DeleteKeyPair,
  DeleteTokenState,
  ExpectTokenState,
  InsertKeyPair,
  InsertTokenState,
  KeyPairRow,
  KeyUsage,
  StoredTokenState,
} from '../../../modules/crypto-tokens/index.ts';
import {
  columnsOf,
  deleteFrom,
  type ExpectDefinition,
  insertInto,
  type ParameterExpressions,
  type Schema,
  SqlStore,
  updateIn,
} from '../../sql/index.ts';

type AliasKey = { tokenId: number; alias: string };
type PageKey = { tokenId: number; after: string; limit: number };

/** States and key pairs of crypto tokens in the database. */
export class SqlCryptoTokenStore extends SqlStore implements CryptoTokenStore {
  readonly #state = this.reads.prepareRead((kysely, given: ParameterExpressions<{ tokenId: number }>) =>
    kysely.selectFrom('crypto_token_state').selectAll().where('token_id', '=', given.tokenId),
  );
  readonly #byAlias = this.reads.prepareRead((kysely, given: ParameterExpressions<AliasKey>) =>
    kysely
      .selectFrom('crypto_token_key')
      .selectAll()
      .where('token_id', '=', given.tokenId)
      .where('alias', '=', given.alias),
  );
  readonly #page = this.reads.prepareRead((kysely, given: ParameterExpressions<PageKey>) =>
    kysely
      .selectFrom('crypto_token_key')
      .selectAll()
      .where('token_id', '=', given.tokenId)
      .where('alias', '>', given.after)
      .orderBy('alias')
      .limit(given.limit),
  );

  async findState(tokenId: number): Promise<StoredTokenState | undefined> {
    const row = await this.#state.first({ tokenId });
    return row && { tokenId: row.token_id, protection: row.protection, generation: row.generation };
  }

  async findKeyPair(tokenId: number, alias: string): Promise<KeyPairRow | undefined> {
    const row = await this.#byAlias.first({ tokenId, alias });
    return row && keyPairOf(row);
  }

  async listKeyPairs(tokenId: number, after: string, limit: number): Promise<readonly KeyPairRow[]> {
    return (await this.#page.all({ tokenId, after, limit })).map(keyPairOf);
  }
}

function keyPairOf(row: Schema['crypto_token_key']): KeyPairRow {
  return {
    id: row.id,
    alias: row.alias,
    algorithm: row.algorithm,
    specification: row.specification,
    keyUsage: (row.key_usage ?? undefined) as KeyUsage | undefined,
    publicKey: row.public_key,
    protectedKey: row.protected_key,
    createdMs: row.created_ms,
    madeFor: row.made_for ?? undefined,
  };
}

const insertState = insertInto(
  'crypto_token_state',
  'crypto-token-state.insert',
  ({ tokenId, protection, generation }: InsertTokenState) => ({
    token_id: tokenId,
    protection,
    generation,
  }),
);

const advanceState = updateIn(
  'crypto_token_state',
  'crypto-token-state.advance',
  { key: ['token_id'], expected: ['generation'], set: ['protection', 'generation'] },
  ({ tokenId, from, protection }: AdvanceTokenState) => ({
    key: { token_id: tokenId },
    expected: { generation: from },
    set: { protection, generation: from + 1 },
  }),
);

/** Nobody can advance or delete the state before this unit is stored; key pairs of one token do not wait for one another. */
const expectState: ExpectDefinition<ExpectTokenState> = {
  kind: 'expect',
  op: 'crypto-token-state.expect',
  table: 'crypto_token_state',
  key: columnsOf('crypto_token_state', 'token_id'),
  expected: columnsOf('crypto_token_state', 'generation'),
  values: ({ tokenId, generation }) => ({ key: [tokenId], expected: [generation] }),
};

const deleteState = deleteFrom(
  'crypto_token_state',
  'crypto-token-state.delete',
  { key: ['token_id'], expected: ['generation'] },
  ({ tokenId, generation }: DeleteTokenState) => ({ token_id: tokenId, generation }),
);

const insertKeyPair = insertInto('crypto_token_key', 'crypto-token-key.insert', (write: InsertKeyPair) => ({
  id: write.id,
  token_id: write.tokenId,
  alias: write.alias,
  algorithm: write.algorithm,
  specification: write.specification,
  key_usage: write.keyUsage ?? null,
  public_key: write.publicKey,
  protected_key: write.protectedKey,
  created_ms: write.createdMs,
  made_for: write.madeFor ?? null,
}));

const deleteKeyPair = deleteFrom(
  'crypto_token_key',
  'crypto-token-key.delete',
  { key: ['id'], expected: ['token_id'] },
  ({ id, tokenId }: DeleteKeyPair) => ({ id, token_id: tokenId }),
);

/** The writes of crypto tokens. */
export const cryptoTokenWrites = [insertState, advanceState, expectState, deleteState, insertKeyPair, deleteKeyPair];
