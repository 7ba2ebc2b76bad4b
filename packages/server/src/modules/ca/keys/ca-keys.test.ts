import assert from 'node:assert/strict';
import { it } from 'node:test';
import { EpochMovedError, type UnitOfWorkStore } from '../../../kernel/unit-of-work.ts';
import type { AuditLog } from '../../audit/index.ts';
import { type CryptoTokens, UnknownKeyAliasError } from '../../crypto-tokens/index.ts';
import { CaKeys, type CaKeysDeps } from './ca-keys.ts';

it('generates a key once, even if the configuration changes repeatedly meanwhile', async () => {
  const { keys, acts } = device({ refusals: 2 });
  assert.equal((await keys.obtain(HOST, 1, { alias: 'key', spec: 'P-256' })).alias, 'key');
  assert.deepEqual(acts, ['made key', 'committed']);
});

it('discards a key that could not be stored', async () => {
  const { keys, acts } = device({ refusals: Infinity });
  await assert.rejects(keys.obtain(HOST, 1, { alias: 'key', spec: 'P-256' }), { code: 'storage.epoch_moved' });
  assert.deepEqual(acts, ['made key', 'abandoned: refused']);
});

const HOST = { kind: 'host' } as const;

/** A token without a key, and a database whose epoch has moved for the first `refusals` attempts. */
function device({ refusals }: { readonly refusals: number }) {
  const acts: string[] = [];
  const tokens: Pick<CryptoTokens, 'getKeyPair' | 'planKeyPair'> = {
    getKeyPair: (_tokenId, alias) => Promise.reject(new UnknownKeyAliasError(alias)),
    async planKeyPair(_tokenId, { alias, algorithm, specification, keyUsage }) {
      acts.push(`made ${alias}`);
      return {
        writes: [],
        result: { alias, algorithm, specification, keyUsage, publicKey: new Uint8Array() },
        committed: async () => void acts.push('committed'),
        abandoned: async (outcome) => void acts.push(`abandoned: ${outcome}`),
      };
    },
  };
  let attempts = 0;
  const store: UnitOfWorkStore = {
    async commit() {
      if (++attempts <= refusals) throw new EpochMovedError(attempts);
    },
  };
  const audit = { unit: () => ({}) } as unknown as AuditLog;
  const access = { authorize: () => Promise.resolve() } as unknown as CaKeysDeps['access'];
  const keyUsers = {} as CaKeysDeps['keyUsers'];
  const documentSigners = {} as CaKeysDeps['documentSigners'];
  const deps = { access, audit, tokens: tokens as CryptoTokens, keyUsers, documentSigners, store, epoch: () => 1 };
  return { keys: new CaKeys(deps), acts };
}
