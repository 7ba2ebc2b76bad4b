import { asDer } from '@sealwright/pki';
import type {
  DeleteFormerOcspResponder,
  DeleteOcspResponder,
  FormerOcspResponderRecord,
  InsertFormerOcspResponder,
  InsertOcspResponder,
  OcspResponderRecord,
  OcspResponderStore,
  ReplaceOcspResponder,
} from '../../../modules/ca/index.ts';
import {
  columnsBeside,
  deleteFrom,
  insertInto,
  type ParameterExpressions,
  type Schema,
  SqlStore,
  updateIn,
} from '../../sql/index.ts';

type TokenKey = { tokenId: number; after: number; limit: number };

/** OCSP responders in the database. */
export class SqlOcspResponderStore extends SqlStore implements OcspResponderStore {
  readonly #ofCa = this.reads.prepareRead((kysely, given: ParameterExpressions<{ caId: number; limit: number }>) =>
    kysely.selectFrom('ocsp_responder').selectAll().where('ca_id', '=', given.caId).orderBy('id').limit(given.limit),
  );
  readonly #all = this.reads.prepareRead((kysely, given: ParameterExpressions<Omit<TokenKey, 'tokenId'>>) =>
    kysely.selectFrom('ocsp_responder').selectAll().where('id', '>', given.after).orderBy('id').limit(given.limit),
  );
  readonly #ofToken = this.reads.prepareRead((kysely, given: ParameterExpressions<TokenKey>) =>
    kysely
      .selectFrom('ocsp_responder')
      .selectAll()
      .where('token_id', '=', given.tokenId)
      .where('id', '>', given.after)
      .orderBy('id')
      .limit(given.limit),
  );
  readonly #formerOfCa = this.reads.prepareRead(
    (kysely, given: ParameterExpressions<{ caId: number; limit: number }>) =>
      kysely
        .selectFrom('former_ocsp_responder')
        .selectAll()
        .where('ca_id', '=', given.caId)
        .orderBy('id')
        .limit(given.limit),
  );
  readonly #allFormer = this.reads.prepareRead((kysely, given: ParameterExpressions<Omit<TokenKey, 'tokenId'>>) =>
    kysely
      .selectFrom('former_ocsp_responder')
      .selectAll()
      .where('id', '>', given.after)
      .orderBy('id')
      .limit(given.limit),
  );
  readonly #formerOfToken = this.reads.prepareRead((kysely, given: ParameterExpressions<TokenKey>) =>
    kysely
      .selectFrom('former_ocsp_responder')
      .selectAll()
      .where('token_id', '=', given.tokenId)
      .where('id', '>', given.after)
      .orderBy('id')
      .limit(given.limit),
  );
  readonly #ended = this.reads.prepareRead((kysely, given: ParameterExpressions<{ notAfter: number; limit: number }>) =>
    kysely
      .selectFrom('former_ocsp_responder')
      .selectAll()
      .where('not_after_s', '<', given.notAfter)
      .orderBy('not_after_s')
      .limit(given.limit),
  );

  async listOfCa(caId: number, limit: number): Promise<readonly OcspResponderRecord[]> {
    return (await this.#ofCa.all({ caId, limit })).map(recordOf);
  }

  async listAfter(after: number, limit: number): Promise<readonly OcspResponderRecord[]> {
    return (await this.#all.all({ after, limit })).map(recordOf);
  }

  async listOfToken(tokenId: number, after: number, limit: number): Promise<readonly OcspResponderRecord[]> {
    return (await this.#ofToken.all({ tokenId, after, limit })).map(recordOf);
  }

  async listFormerOfCa(caId: number, limit: number): Promise<readonly FormerOcspResponderRecord[]> {
    return (await this.#formerOfCa.all({ caId, limit })).map(formerOf);
  }

  async listFormerAfter(after: number, limit: number): Promise<readonly FormerOcspResponderRecord[]> {
    return (await this.#allFormer.all({ after, limit })).map(formerOf);
  }

  async listFormerOfToken(
    tokenId: number,
    after: number,
    limit: number,
  ): Promise<readonly FormerOcspResponderRecord[]> {
    return (await this.#formerOfToken.all({ tokenId, after, limit })).map(formerOf);
  }

  async listFormerEndedBefore(notAfter: number, limit: number): Promise<readonly FormerOcspResponderRecord[]> {
    return (await this.#ended.all({ notAfter, limit })).map(formerOf);
  }
}

function formerOf(row: Schema['former_ocsp_responder']): FormerOcspResponderRecord {
  return {
    id: row.id,
    caId: row.ca_id,
    cryptoTokenId: row.token_id,
    keyAlias: row.key_alias,
    certificate: asDer<'Certificate'>(row.certificate),
    notAfter: row.not_after_s,
  };
}

function recordOf(row: Schema['ocsp_responder']): OcspResponderRecord {
  return {
    id: row.id,
    caId: row.ca_id,
    issuerKeySha256: row.issuer_key_sha256,
    cryptoTokenId: row.token_id,
    keyAlias: row.key_alias,
    certificate: asDer<'Certificate'>(row.certificate),
    notAfter: row.not_after_s,
    createdMs: row.created_ms,
    version: row.version,
  };
}

/** Columns that another certificate changes. */
function changing({ cryptoTokenId, keyAlias, certificate, notAfter, createdMs, version }: OcspResponderRecord) {
  return {
    token_id: cryptoTokenId,
    key_alias: keyAlias,
    certificate,
    not_after_s: notAfter,
    created_ms: createdMs,
    version,
  };
}

const insert = insertInto('ocsp_responder', 'ocsp-responder.insert', ({ responder }: InsertOcspResponder) => ({
  id: responder.id,
  ca_id: responder.caId,
  issuer_key_sha256: responder.issuerKeySha256,
  ...changing(responder),
}));

const replace = updateIn(
  'ocsp_responder',
  'ocsp-responder.replace',
  {
    key: ['id'],
    expected: ['version'],
    set: columnsBeside('ocsp_responder', 'id', 'ca_id', 'issuer_key_sha256'),
  },
  ({ responder }: ReplaceOcspResponder) => ({
    key: { id: responder.id },
    expected: { version: responder.version - 1 },
    set: changing(responder),
  }),
);

const remove = deleteFrom(
  'ocsp_responder',
  'ocsp-responder.delete',
  { key: ['id'] },
  ({ id }: DeleteOcspResponder) => ({ id }),
);

const insertFormer = insertInto(
  'former_ocsp_responder',
  'former-ocsp-responder.insert',
  ({ former: { id, caId, cryptoTokenId, keyAlias, certificate, notAfter } }: InsertFormerOcspResponder) => ({
    id,
    ca_id: caId,
    token_id: cryptoTokenId,
    key_alias: keyAlias,
    certificate,
    not_after_s: notAfter,
  }),
);

const removeFormer = deleteFrom(
  'former_ocsp_responder',
  'former-ocsp-responder.delete',
  { key: ['id'] },
  ({ id }: DeleteFormerOcspResponder) => ({ id }),
);

/** The writes of OCSP responders. */
export const ocspResponderWriteDefinitions = [insert, replace, remove, insertFormer, removeFormer];
