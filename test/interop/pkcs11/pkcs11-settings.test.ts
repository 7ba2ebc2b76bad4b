/** Changes of the settings of tokens in devices, SoftHSM: the next use is under the new ones, in every process. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import { keyAlias } from '../../../packages/server/src/modules/crypto-tokens/index.ts';
import { TokenInstallation, type TokenProcess } from '../../../packages/server/test/token-installation.ts';
import { DriverFixture, EC, ECDSA, PIN } from './pkcs11-driver.ts';

const OFFLINE = { code: 'crypto_token.offline' };
const WRONG_CODE = { code: 'crypto_token.wrong_activation_code' };
const ends: (() => unknown)[] = [];
const context = { after: (end: unknown) => void ends.push(end as () => unknown) };
let installation: TokenInstallation;
let softHsm: DriverFixture['softHsm'];
let here: TokenProcess;
let elsewhere: TokenProcess;

before(async () => {
  installation = await TokenInstallation.start();
  ({ softHsm } = new DriverFixture(context));
});
after(async () => {
  for (const end of ends.toReversed()) await end();
  await installation.close();
});
beforeEach(async () => {
  const start = () => {
    const { driver } = new DriverFixture(context, {
      libraries: [softHsm.library],
      environment: softHsm.environment,
      keyPairs: installation.store,
      clock: installation.clock,
    });
    return installation.startProcess([driver]);
  };
  [here, elsewhere] = await Promise.all([start(), start()]);
});

const manual = (properties: Record<string, string>) => ({ properties });
const automatic = (properties: Record<string, string>, authenticationCode = PIN) => ({
  properties,
  autoActivation: true,
  authenticationCode,
});

/** Plans and commits the creation or the change of a document, which both processes have noticed afterwards. */
async function store(kind: 'planCreate' | 'planChange', name: string, settings: object): Promise<number> {
  const plan = await here.planner[kind]({
    type: 'CRYPTOTOKEN',
    name,
    settings: { type: 'PKCS11CryptoToken', ...settings },
  });
  await installation.commit(plan.writes, plan.epoch);
  await Promise.all([here, elsewhere].map(({ configuration }) => configuration.refresh()));
  return plan.planned[0]!.document!.id;
}

/** A document for a token with the key `k`, which both processes have open and have used. */
async function openToken(settings: (properties: Record<string, string>) => object) {
  const label = softHsm.makeToken(PIN);
  makeKey(label, PIN);
  const name = `token ${installation.ids.next()}`;
  const id = await store('planCreate', name, settings(softHsm.properties(label)));
  if (!('autoActivation' in settings({}))) {
    for (const process of [here, elsewhere]) await activate(process, id, PIN);
  }
  const publicKeys = await publicKeysOf(id);
  assert.deepEqual(publicKeys[0], publicKeys[1]);
  const change = (changed: object) => store('planChange', name, changed);
  return { id, label, change, publicKey: publicKeys[0]! };
}

/** Makes the key `k` by other means. */
function makeKey(label: string, pin: string): void {
  softHsm.tool(label, pin, '--keypairgen', '--key-type', 'EC:prime256v1', '--label', 'k', '--usage-sign');
}

async function activate(process: TokenProcess, id: number, code: string): Promise<void> {
  await process.configuration.refresh();
  const plan = await process.tokens.planActivation(id, code);
  await installation.commit(plan.writes);
  await Promise.all([here, elsewhere].map(({ configuration }) => configuration.refresh()));
  await plan.committed();
}

/**
 * The public key of `k` as each process finds it, once it has signed. One after the other: SoftHSM writes the file of a token anew with each
 * login, and fails with CKR_GENERAL_ERROR in a process that reads it meanwhile.
 */
async function publicKeysOf(id: number): Promise<Uint8Array[]> {
  const publicKeys: Uint8Array[] = [];
  for (const { host } of [here, elsewhere]) {
    await host.sign(id, 'k', ECDSA, new Uint8Array(1));
    publicKeys.push(await host.publicKey(id, 'k'));
  }
  return publicKeys;
}

it('uses keys that may leave the device from the moment on in which that is allowed, and not after it', async () => {
  const { id, label, change } = await openToken(manual);
  softHsm.tool(label, PIN, '--keypairgen', '--key-type', 'EC:prime256v1', '--label', 'free', '--extractable');
  const properties = softHsm.properties(label);
  const sign = () => Promise.all([here, elsewhere].map(({ host }) => host.sign(id, 'free', ECDSA, new Uint8Array(1))));
  await assert.rejects(sign(), { code: 'crypto_token.extractable_key' });
  await change(manual({ ...properties, 'allow.extractable.privatekey': 'true' }));
  await sign();
  await change(manual(properties));
  await assert.rejects(sign(), { code: 'crypto_token.extractable_key' });
});

it('makes keys with the attributes of now', async () => {
  const { id, label, change } = await openToken(manual);
  const attributes = 'attributes(generate,CKO_PRIVATE_KEY,*) = {\n  CKA_DERIVE = true\n}';
  await change(manual({ ...softHsm.properties(label), attributes }));
  await elsewhere.host.generateKeyPair(id, { ...EC, alias: keyAlias('derives'), keyUsage: 'SIGN' });
  const listed = softHsm.tool(label, PIN, '--list-objects', '--type', 'privkey', '--label', 'derives');
  assert.match(listed, /Usage:.*derive/);
});

it('says that a token is offline whose attributes have become unusable, and goes on when they are right again', async () => {
  const { id, label, change } = await openToken(automatic);
  const properties = softHsm.properties(label);
  await change(automatic({ ...properties, attributes: 'no attributes' }));
  await assert.rejects(publicKeysOf(id), OFFLINE);
  await change(automatic(properties));
  await publicKeysOf(id);
});

it('opens another slot with the stored code', async () => {
  const { id, publicKey, change } = await openToken(automatic);
  const other = softHsm.makeToken(PIN);
  makeKey(other, PIN);
  await change(automatic(softHsm.properties(other)));
  const [first, second] = await publicKeysOf(id);
  assert.deepEqual(first, second);
  assert.notDeepEqual(first, publicKey);
});

it('opens another slot with another code that is stored with it', async () => {
  const { id, publicKey, change } = await openToken(automatic);
  const other = softHsm.makeToken('another PIN');
  makeKey(other, 'another PIN');
  await change(automatic(softHsm.properties(other), 'another PIN'));
  const [first, second] = await publicKeysOf(id);
  assert.deepEqual(first, second);
  assert.notDeepEqual(first, publicKey);
});

it('refuses a change to a slot that the stored code does not open', async () => {
  const { id, change } = await openToken(automatic);
  const other = softHsm.makeToken('another PIN');
  await assert.rejects(change(automatic(softHsm.properties(other))), WRONG_CODE);
  await publicKeysOf(id);
});

it('shows the code that an administrator gave for one slot to no other', async () => {
  const { id, publicKey, change } = await openToken(manual);
  const other = softHsm.makeToken(PIN);
  makeKey(other, PIN);
  await change(manual(softHsm.properties(other)));
  for (const process of [here, elsewhere]) {
    assert.equal(await process.tokens.state(id), 'offline');
    await assert.rejects(process.host.sign(id, 'k', ECDSA, new Uint8Array(1)), OFFLINE);
  }
  await activate(elsewhere, id, PIN);
  assert.notDeepEqual(await elsewhere.host.publicKey(id, 'k'), publicKey);
});

it('activates what is configured now although the token of before is open', async () => {
  const { id, publicKey, change } = await openToken(manual);
  const other = softHsm.makeToken('another PIN');
  makeKey(other, 'another PIN');
  await change(manual(softHsm.properties(other)));
  await assert.rejects(activate(here, id, PIN), WRONG_CODE);
  await activate(here, id, 'another PIN');
  assert.notDeepEqual(await here.host.publicKey(id, 'k'), publicKey);
});
