import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { it } from 'node:test';
import { CryptoTokenOfflineError } from '../../crypto-tokens/index.ts';
import { CaPublicKeys, type CaPublicKeysDeps } from './ca-public-keys.ts';
import type { CaState } from '../records/ca-state.ts';
import type { FormerOcspResponderRecord, OcspResponderRecord } from '../records/ocsp-responder.ts';

it('reads each CA once for all callers, and later only changed ones', async () => {
  const { cas, configuration, keys, read } = installation();
  const own = [newKey(), newKey(), newKey()] as const;
  cas.push(ca(1, [own[0]]), ca(2, [own[1]]));
  assert.deepEqual(await Promise.all([...own, newKey()].map((key) => keys.isKeyOfCa(key))), [true, true, false, false]);
  assert.deepEqual(read, [1, 2]);
  await keys.isKeyOfCa(newKey());
  assert.deepEqual(read, [1, 2]);
  cas[1] = { ...ca(2, [own[2], own[1]]), version: 2 };
  cas.push(ca(3, [newKey()]));
  configuration.epoch++;
  assert.deepEqual(await Promise.all(own.map((key) => keys.isKeyOfCa(key))), [true, true, true]);
  assert.deepEqual(read, [1, 2, 2, 3]);
});

it('forgets the keys of a removed CA', async () => {
  const { cas, configuration, keys } = installation();
  const key = newKey();
  cas.push(ca(1, [key]));
  assert.ok(await keys.isKeyOfCa(key));
  cas.pop();
  configuration.epoch++;
  assert.ok(!(await keys.isKeyOfCa(key)));
});

it('asks a device again for the first key of a CA if it did not answer', async () => {
  const { cas, held, keys } = installation();
  const key = newKey();
  cas.push({ ...ca(1, []), status: 'UNINITIALIZED' });
  assert.ok(!(await keys.isKeyOfCa(key)));
  held.key = key;
  assert.ok(await keys.isKeyOfCa(key));
});

it('knows the present and former keys of OCSP responders, which are not CA keys, and follows their replacement', async () => {
  const { configuration, former, keys, responders } = installation();
  const [own, next, other] = [newKey(), newKey(), newKey()];
  const spoken = () => Promise.all([own, next, other].map((key) => keys.speaksForCa(key)));
  responders.push(responder(-7, own, 1), responder(8, other, 1));
  assert.deepEqual(await spoken(), [true, false, true]);
  assert.ok(!(await keys.isKeyOfCa(own)));
  responders[0] = responder(-7, next, 2);
  configuration.epoch++;
  assert.deepEqual(await spoken(), [false, true, true]);
  responders.pop();
  former.push({ ...responder(9, own, 0), notAfter: 0 });
  configuration.epoch++;
  assert.deepEqual(await spoken(), [true, true, false]);
  former.pop();
  configuration.epoch++;
  assert.deepEqual(await spoken(), [false, true, false]);
});

it('reports that the keys of CAs speak for them', async () => {
  const { cas, keys } = installation();
  const key = newKey();
  cas.push(ca(1, [key]));
  assert.deepEqual([await keys.speaksForCa(key), await keys.speaksForCa(newKey())], [true, false]);
});

it('reads again after a failure', async () => {
  const { cas, keys, trouble } = installation();
  const key = newKey();
  cas.push(ca(1, [key]));
  trouble.lasts = true;
  await assert.rejects(keys.isKeyOfCa(key), { message: 'trouble' });
  trouble.lasts = false;
  assert.ok(await keys.isKeyOfCa(key));
});

/** CAs, with a device that has the key in `held`, and a list of the CAs whose states were read. */
function installation() {
  const cas: CaState[] = [];
  const responders: OcspResponderRecord[] = [];
  const former: FormerOcspResponderRecord[] = [];
  const read: number[] = [];
  const held: { key?: Uint8Array } = {};
  const trouble = { lasts: false };
  const documents: Record<number, object> = {
    7: { value: { type: 'PKCS11CryptoToken' } },
  };
  const configuration = {
    epoch: 1,
    findById: async () => ({ value: { cryptoTokenId: 7, firstKey: { alias: 'first' } } }),
    getById: async (_type: unknown, id: number) => documents[id],
  };
  const states: CaPublicKeysDeps['states'] = {
    listVersions: async (after, limit) => cas.filter(({ caId }) => caId > after).slice(0, limit),
    listFurtherCertificates: async () => [],
    async findState(caId) {
      if (trouble.lasts) throw new RangeError('trouble');
      read.push(caId);
      return cas.find((each) => each.caId === caId);
    },
  };
  const tokens = {
    async getKeyPair() {
      if (held.key === undefined) throw new CryptoTokenOfflineError(7);
      return { publicKey: held.key };
    },
  } as unknown as CaPublicKeysDeps['tokens'];
  const deps: CaPublicKeysDeps = {
    configuration: configuration as unknown as CaPublicKeysDeps['configuration'],
    responders: {
      listAfter: async (after, limit) => responders.filter(({ id }) => id > after).slice(0, limit),
      listFormerAfter: async (after, limit) => former.filter(({ id }) => id > after).slice(0, limit),
    },
    states,
    tokens,
  };
  return { cas, configuration, former, held, keys: new CaPublicKeys(deps), read, responders, trouble };
}

/** An SSH CA, whose chain consists of its keys. */
function ca(caId: number, chain: readonly Uint8Array[]): CaState {
  return { caId, status: 'ACTIVE', version: 1, chain } as unknown as CaState;
}

/** A responder whose certificate is a bare key, as in the chains of SSH CAs. */
function responder(id: number, key: Uint8Array, version: number): OcspResponderRecord {
  return { id, version, certificate: key } as unknown as OcspResponderRecord;
}

function newKey(): Uint8Array {
  return generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'der' });
}
