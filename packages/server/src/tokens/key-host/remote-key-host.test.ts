import assert from 'node:assert/strict';
import { createPublicKey, verify } from 'node:crypto';
import { duplexPair } from 'node:stream';
import { after, before, it } from 'node:test';
import { encodeFrame } from '../../channels/index.ts';
import { TEST_SCRYPT_COST, TokenInstallation } from '../../../test/token-installation.ts';
import type { Write } from '../../kernel/unit-of-work.ts';
import {
  type ConfiguredToken,
  type CryptoToken,
  type CryptoTokenDriver,
  keyAlias,
  type TokenDirectory,
  WrongActivationCodeError,
} from '../../modules/crypto-tokens/index.ts';
import { SoftwareSignatures } from '../software/software-signatures.ts';
import { SoftwareTokenDriver } from '../software/software-token.ts';
import { LocalKeyHost } from './local-key-host.ts';
import { RemoteKeyHost } from './remote-key-host.ts';
import { serveKeyHost } from './serve-key-host.ts';

let installation: TokenInstallation;
before(async () => {
  installation = await TokenInstallation.start();
});
after(() => installation.close());

/** A key host with one token, and two processes that ask it. */
async function startProcesses({ autoActivation = true, lends = true } = {}) {
  const { store, attempts, random, ids } = installation;
  const signatures = new SoftwareSignatures(assert.ifError);
  const software = new SoftwareTokenDriver({ keyPairs: store, random, signatures, scryptCost: TEST_SCRYPT_COST });
  const signedInHost: string[] = [];
  /** As a device has it: the keys stay where they are. */
  const keeping = (token: CryptoToken): CryptoToken => {
    const sign = token.sign.bind(token);
    token.sign = (alias, ...rest) => {
      signedInHost.push(alias);
      return sign(alias, ...rest);
    };
    return lends ? token : Object.assign(token, { lend: undefined });
  };
  const driver: CryptoTokenDriver = {
    types: software.types,
    locksItself: false,
    lock: (token) => software.lock(token),
    initialize: (token, code) => software.initialize(token, code),
    changeCode: (token, protection, code, newCode) => software.changeCode(token, protection, code, newCode),
    open: async (token, protection, code) => keeping(await software.open(token, protection, code)),
  };
  const token: ConfiguredToken = {
    id: ids.next(),
    type: 'SoftCryptoToken',
    properties: {},
    version: 1,
    autoActivation,
  };
  const epochs = { host: 1, process: 1 };
  const directory: TokenDirectory = {
    find: async (id) => (id === token.id ? token : undefined),
    autoActivationCode: async () => (autoActivation ? 'code' : undefined),
    precedence: async () => [],
    epoch: () => epochs.host,
  };
  const host = new LocalKeyHost({ drivers: [driver], directory, states: store, attempts });
  const created = await host.create(token, 'code', [{ alias: keyAlias('k'), algorithm: 'EC', specification: 'P-256' }]);
  const state = { op: 'crypto-token-state.insert', tokenId: token.id, protection: created.protection, generation: 1 };
  await installation.commit([state satisfies Write]);
  await installation.keep(token.id, created.keyPairs[0]!);
  const reach = async (epoch: number) => {
    epochs.host = Math.max(epochs.host, epoch);
  };
  const startProcess = () => {
    const [channel, far] = duplexPair();
    serveKeyHost(far, host, reach, assert.ifError);
    return new RemoteKeyHost({
      channel,
      onLost: () => {},
      directory: { epoch: () => epochs.process },
      software: new SoftwareTokenDriver({ keyPairs: store, random, signatures }),
    });
  };
  const publicKey = createPublicKey({
    key: Buffer.from(created.keyPairs[0]!.publicKey),
    format: 'der',
    type: 'spki',
  });
  const data = Buffer.from('message');
  const isSigned = async (by: RemoteKeyHost) =>
    verify('sha256', data, publicKey, await by.sign(token.id, 'k', 'SHA256withECDSA', data));
  return { host, token, epochs, signedInHost, first: startProcess(), second: startProcess(), isSigned };
}

it('signs with a key in software where the signature is wanted', async () => {
  const { first, second, isSigned, signedInHost } = await startProcesses();
  assert.ok(await isSigned(first));
  assert.ok(await isSigned(second));
  assert.deepEqual(signedInHost, []);
});

it('signs in the host with a key that stays there', async () => {
  const { first, isSigned, signedInHost } = await startProcesses({ lends: false });
  assert.ok(await isSigned(first));
  assert.deepEqual(signedInHost, ['k']);
});

it('makes the same error of the same code in the process that asks', async () => {
  const { first, token } = await startProcesses({ autoActivation: false });
  await assert.rejects(first.activate(token.id, 'wrong'), (error: WrongActivationCodeError) => {
    assert.ok(error instanceof WrongActivationCodeError);
    assert.deepEqual(
      [error.code, error.kind, error.message],
      ['crypto_token.wrong_activation_code', 'malformed', 'Invalid activation code'],
    );
    return true;
  });
  await assert.rejects(first.state(4711), { code: 'crypto_token.not_found', kind: 'not-found' });
});

it('opens for all processes what an administrator activates at one, and closes it for all', async () => {
  const { first, second, token, epochs, isSigned } = await startProcesses({ autoActivation: false });
  await assert.rejects(isSigned(second), { code: 'crypto_token.offline' });
  await first.activate(token.id, 'code');
  assert.equal(await second.state(token.id), 'active');
  assert.ok(await isSigned(second));
  assert.ok(await isSigned(first));
  await first.deactivate(token.id);
  epochs.process++;
  await assert.rejects(isSigned(second), { code: 'crypto_token.offline' });
  await assert.rejects(isSigned(first), { code: 'crypto_token.offline' });
});

it('makes keys that every process uses, and drops one that was removed', async () => {
  const { first, second, token, epochs } = await startProcesses();
  const made = await first.generateKeyPair(token.id, {
    alias: keyAlias('second'),
    algorithm: 'EC',
    specification: 'P-256',
  });
  await installation.keep(token.id, made);
  epochs.process++;
  assert.deepEqual(await second.publicKey(token.id, 'second'), made.publicKey);
  assert.equal((await second.listKeys(token.id)).length, 2);
  await second.removeKeyPair(token.id, 'second', made.publicKey);
});

it('hears a process no more that asks for what the key host does not do', async () => {
  const { host } = await startProcesses();
  for (const act of ['constructor', 'toString', '__proto__']) {
    const [channel, far] = duplexPair();
    const broken = new Promise<unknown>((resolve) => serveKeyHost(far, host, async () => {}, resolve));
    const { serialize } = await import('node:v8');
    channel.write(encodeFrame({ id: 1, content: serialize({ act, args: [], epoch: 1 }) }));
    assert.match(String(await broken), /what it does not do/);
  }
});
