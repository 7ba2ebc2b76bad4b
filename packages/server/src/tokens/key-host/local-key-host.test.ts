import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { TEST_SCRYPT_COST, TokenInstallation } from '../../../test/token-installation.ts';
import type { Write } from '../../kernel/unit-of-work.ts';
import {
  type ConfiguredToken,
  type CryptoTokenDriver,
  keyAlias,
  type TokenDescription,
  type TokenDirectory,
  WrongActivationCodeError,
} from '../../modules/crypto-tokens/index.ts';
import { LocalKeyHost } from './local-key-host.ts';
import { SoftwareSignatures } from '../software/software-signatures.ts';
import { SoftwareTokenDriver } from '../software/software-token.ts';

let installation: TokenInstallation;
let devices = 0;

before(async () => {
  installation = await TokenInstallation.start();
});
after(() => installation.close());

/** All tokens are in one slot. */
const everyOne = async (others: readonly TokenDescription[]) => others;

/** A host with one token that a stored code opens, and how often it was opened. It fits the slot that it was opened in. */
async function startHost(storedCode = 'code') {
  const { store, attempts, random, ids } = installation;
  const signatures = new SoftwareSignatures(assert.ifError);
  const software = new SoftwareTokenDriver({ keyPairs: store, random, signatures, scryptCost: TEST_SCRYPT_COST });
  const opened = { times: 0 };
  const device = ++devices;
  const driver: CryptoTokenDriver = {
    types: software.types,
    locksItself: true,
    lock: async ({ properties }) => `device ${device} slot ${properties['slot'] ?? 1}`,
    async initialize(token, code, requireOwnSlot) {
      await requireOwnSlot(everyOne);
      if (code === 'wrong') throw new WrongActivationCodeError(token.id);
      return software.initialize(token, code);
    },
    async changeCode(token, protection, code, newCode, requireOwnSlot) {
      await requireOwnSlot(everyOne);
      return software.changeCode(token, protection, code, newCode);
    },
    async open(token, protection, code, requireOwnSlot) {
      await requireOwnSlot(everyOne);
      opened.times++;
      const { properties } = token;
      const open = await software.open(token, protection, code);
      open.fits = ({ slot }) => slot === properties['slot'];
      return open;
    },
  };
  const token: { -readonly [K in keyof ConfiguredToken]: ConfiguredToken[K] } = {
    id: ids.next(),
    type: 'SoftCryptoToken',
    properties: {},
    version: 1,
    autoActivation: true,
  };
  const settings = { epoch: 1, code: storedCode, precedence: [] as readonly ConfiguredToken[] };
  const directory: TokenDirectory = {
    find: async (id) => (id === token.id ? token : undefined),
    autoActivationCode: async () => settings.code,
    precedence: async () => settings.precedence,
    epoch: () => settings.epoch,
  };
  const startProcess = () => new LocalKeyHost({ drivers: [driver], directory, states: store, attempts });
  const host = startProcess();
  const created = await host.create(token, 'code', [{ alias: keyAlias('k'), algorithm: 'EC', specification: 'P-256' }]);
  const state = { op: 'crypto-token-state.insert', tokenId: token.id, protection: created.protection, generation: 1 };
  await installation.commit([state satisfies Write]);
  await installation.keep(token.id, created.keyPairs[0]!);
  const sign = () => host.sign(token.id, 'k', 'SHA256withECDSA', new Uint8Array(3));
  return { host, startProcess, token, settings, opened, sign };
}

it('opens no token before it is used, and then once for all who wait', async () => {
  const { host, token, opened, sign } = await startHost();
  assert.equal(await host.state(token.id), 'active');
  assert.equal(opened.times, 0);
  await Promise.all(Array.from({ length: 20 }, sign));
  assert.equal(opened.times, 1);
});

it('does not open a token anew because the epoch moved', async () => {
  const { settings, opened, sign } = await startHost();
  await sign();
  settings.epoch++;
  await Promise.all(Array.from({ length: 20 }, sign));
  assert.equal(opened.times, 1);
});

it('opens a token anew whose settings name another device', async () => {
  const { token, settings, opened, sign } = await startHost();
  await sign();
  token.properties = { slot: '2' };
  settings.epoch++;
  await Promise.all(Array.from({ length: 20 }, sign));
  assert.equal(opened.times, 2);
});

it('closes a token whose settings name another device when its activation is not automatic', async () => {
  const { host, token, settings, opened, sign } = await startHost();
  await sign();
  Object.assign(token, { properties: { slot: '2' }, autoActivation: false });
  settings.epoch++;
  assert.equal(await host.state(token.id), 'offline');
  await assert.rejects(sign(), { code: 'crypto_token.offline' });
  assert.equal(opened.times, 1);
  await host.activate(token.id, 'code');
  await sign();
});

it('counts wrong codes of tokens that are made in one device with those of the tokens that are in it', async () => {
  const { host, token } = await startHost();
  const make = (id: number, code: string) => host.create({ id, type: token.type, properties: {} }, code, []);
  const wrong = { code: 'crypto_token.wrong_activation_code' };
  await assert.rejects(make(101, 'wrong'), wrong);
  await assert.rejects(make(102, 'wrong'), wrong);
  await assert.rejects(host.activate(token.id, 'wrong'), wrong);
  const tooMany = { code: 'crypto_token.too_many_attempts' };
  await assert.rejects(make(103, 'code'), tooMany);
  await assert.rejects(host.activate(token.id, 'code'), tooMany);
  await host.create({ id: 104, type: token.type, properties: { slot: '2' } }, 'code', []);
});

it('shows no code to a slot that another token has precedence in by the time that it would be shown', async () => {
  const { host, token, settings } = await startHost();
  settings.precedence = [{ ...token, id: token.id + 1 }];
  const taken = { code: 'crypto_token.slot_taken' };
  await assert.rejects(host.create({ id: 101, type: token.type, properties: {} }, 'wrong', []), taken);
  await assert.rejects(host.activate(token.id, 'wrong'), taken);
  await assert.rejects(host.checkCode(token, 'wrong'), taken);
  await assert.rejects(host.changeCode(token.id, 'wrong', 'new code'), taken);
});

it('tries a stored code that is wrong once for each version of the document', async () => {
  const offline = { code: 'crypto_token.offline' };
  const { host, token, settings, opened, sign } = await startHost('wrong');
  for (let n = 0; n < 5; n++) await assert.rejects(sign(), offline);
  settings.epoch++;
  await assert.rejects(sign(), offline);
  assert.equal(opened.times, 1);
  assert.equal(await host.state(token.id), 'offline');
  token.version++;
  settings.code = 'code';
  assert.equal(await host.state(token.id), 'active');
  await sign();
});

it('shows a stored code that is wrong to a device once, however many processes there are', async () => {
  const offline = { code: 'crypto_token.offline' };
  const { startProcess, token, settings, opened, sign } = await startHost('wrong');
  await assert.rejects(sign(), offline);
  for (let n = 0; n < 5; n++) {
    const other = startProcess();
    await assert.rejects(other.sign(token.id, 'k', 'SHA256withECDSA', new Uint8Array(3)), offline);
    assert.equal(await other.state(token.id), 'offline');
  }
  assert.equal(opened.times, 1);
  token.version++;
  settings.code = 'code';
  await startProcess().sign(token.id, 'k', 'SHA256withECDSA', new Uint8Array(3));
});

it('uses a token whose stored code is wrong once an administrator has opened it', async () => {
  const { host, token, sign } = await startHost('wrong');
  await assert.rejects(sign(), { code: 'crypto_token.offline' });
  await host.activate(token.id, 'code');
  await sign();
});

it('says that a type has no driver', async () => {
  const { host } = await startHost();
  await assert.rejects(host.create({ id: 1, type: 'AzureCryptoToken', properties: {} }, 'code', []), {
    code: 'crypto_token.unsupported_type',
  });
});

it('checks a code without opening the token', async () => {
  const { host, token, settings } = await startHost();
  await host.checkCode(token, 'code');
  await assert.rejects(host.checkCode(token, 'wrong'), { code: 'crypto_token.wrong_activation_code' });
  settings.code = 'wrong';
  await assert.rejects(host.listKeys(token.id), { code: 'crypto_token.offline' });
});
