/** Escrow keys in a device, SoftHSM: private keys are kept, recovered, encrypted anew and imported, and the device is lost and found. */
import assert from 'node:assert/strict';
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { type Certificate, readPkcs12 } from '@sealwright/pki';
import { installPkcs11js } from '../../../scripts/install-pkcs11js.ts';
import { auditRows } from '../../e2e/support/audit-records.ts';
import { createProfiles, editCa, sharedServer } from '../../e2e/support/ca-rest-setup.ts';
import { caOf, createCa } from '../../e2e/support/ca-setup.ts';
import { findEndEntity, recordOf, under } from '../../e2e/support/setups/end-entity-setup.ts';
import {
  importKeys,
  keepNewKey,
  keystoreOf,
  newForeignKey,
  PASSWORD,
  pathOf,
  recover,
} from '../../e2e/support/setups/key-recovery-setup.ts';
import { type Answer, TestServer } from '../../e2e/support/test-server.ts';
import { SoftHsm } from '../programs/soft-hsm.ts';

const PIN = 'PIN canary 0817';
const KEEPING = 'Keeping';
const KEPT = 'KEYRECOVERY_SENT';
const KINDS = { RSA: { key_alg: 'RSA', key_spec: '2048' }, EC: { key_alg: 'EC', key_spec: 'P-256' } } as const;
const softHsm = new SoftHsm();
after(() => softHsm.remove());

const CONFIG = { pkcs11: { libraries: [softHsm.library], binding: installPkcs11js(), callTimeoutMs: 10_000 } };
const AROUND = { environment: softHsm.environment };

/** Makes the crypto token `Device` in a slot of its own. @returns the label of the slot */
async function createDevice(server: TestServer): Promise<string> {
  const label = softHsm.makeToken(PIN);
  const settings = {
    type: 'PKCS11CryptoToken',
    properties: softHsm.properties(label),
    autoActivation: true,
    authenticationCode: PIN,
  };
  const made = await server.administer('/documents/CRYPTOTOKEN/Device', { method: 'POST', body: { settings } });
  assert.equal(made.status, 201, made.text);
  const certificateProfile = {
    keyUsage: ['digitalSignature', 'keyEncipherment', 'keyAgreement'],
    approvals: { keyRecovery: 'None' },
  };
  await createProfiles(server, KEEPING, certificateProfile, {
    keyRecoveryUsed: true,
    keyRecoveryReuseCertificate: true,
  });
  return label;
}

async function createEscrowKey(server: TestServer, alias: string, kind: keyof typeof KINDS): Promise<void> {
  const body = { key_pair_alias: alias, key_usage: 'ENCRYPT', ...KINDS[kind] };
  const made = await server.call('/v1/cryptotoken/Device/generatekeys', { body });
  assert.equal(made.status, 200, made.text);
}

/** Makes a CA with all its keys in the device. */
async function createDeviceCa(server: TestServer, name: string, kind: keyof typeof KINDS): Promise<void> {
  await createEscrowKey(server, `${name} escrow`, kind);
  await createCa(server, name, { cryptoToken: 'Device' });
  await editCa(server, name, { keyEncryptKey: `${name} escrow` });
}

const collect = (server: TestServer, username: string): Promise<Answer> =>
  server.call('/v1/certificate/enrollkeystore', {
    body: { username, password: PASSWORD, key_alg: 'RSA', key_spec: '2048' },
  });

/** The private key of a PKCS #12 file, in PKCS#8. */
async function keyOf(answer: Answer): Promise<Uint8Array> {
  assert.equal(answer.status, 200, answer.text);
  const { keys } = await readPkcs12(Uint8Array.fromBase64(answer.json['certificate'] as string), PASSWORD);
  return keys[0]!.decrypt();
}

const publicKeyOf = (pkcs8: Uint8Array) =>
  createPublicKey(createPrivateKey({ key: Buffer.from(pkcs8), format: 'der', type: 'pkcs8' })).export({
    format: 'der',
    type: 'spki',
  });

const keptKeyOf = async (server: TestServer, ca: string, { serialNumber }: Pick<Certificate, 'serialNumber'>) =>
  (await server.running.installation.storage.stores.keptKeys.find((await caOf(server, ca)).id, serialNumber))!;

/** Outcomes of decryptions for an end entity. */
const decryptionsFor = (server: TestServer, username: string) =>
  auditRows(server).flatMap((row) => (row.username === username && row.event === KEPT ? [row.outcome] : []));

/** Asserts that the end entity gets the key of a certificate. */
async function assertRecovered(server: TestServer, username: string, { publicKey }: Certificate): Promise<void> {
  const recovered = publicKeyOf(await keyOf(await collect(server, username)));
  assert.deepEqual(new Uint8Array(recovered), publicKey.der);
  assert.equal((await findEndEntity(server, username))!.status, 40);
}

async function mark(server: TestServer, ca: string, certificate: Pick<Certificate, 'serialNumber'>): Promise<void> {
  const marked = await recover(server, ca, certificate);
  assert.deepEqual([marked.status, marked.text], [200, '']);
}

describe('an escrow key in a device', () => {
  const shared = sharedServer(CONFIG, AROUND);
  let label: string;
  before(async () => {
    label = await createDevice(shared.server);
  });

  for (const [kind, next] of [
    ['RSA', 'EC'],
    ['EC', 'RSA'],
  ] as const) {
    it(`of ${kind} keeps keys that are generated here, which their end entities get again`, async () => {
      const { server } = shared;
      await createDeviceCa(server, kind, kind);
      const username = `generated ${kind}`;
      const record = { ...under(KEEPING), ca_name: kind, token: 'P12', password: PASSWORD, key_recoverable: true };
      const added = await server.call('/v1/endentity', { body: recordOf(username, record) });
      assert.equal(added.status, 200, added.text);
      const first = await collect(server, username);
      const privateKey = await keyOf(first);
      const serialNumber = first.json['serial_number'] as Certificate['serialNumber'];
      assert.equal((await keptKeyOf(server, kind, { serialNumber })).escrowKey.alias, `${kind} escrow`);
      await mark(server, kind, { serialNumber });
      const second = await collect(server, username);
      assert.deepEqual(await keyOf(second), privateKey);
      assert.equal(second.json['serial_number'], serialNumber);
      assert.deepEqual(decryptionsFor(server, username), ['SUCCESS']);
    });

    it(`of ${kind} keeps keys that are imported`, async () => {
      const { server } = shared;
      const ca = `importing ${kind}`;
      await createDeviceCa(server, ca, kind);
      const key = await newForeignKey(server, ca, `CN=imported ${kind}`, undefined, KEEPING);
      const keystores = [{ username: `imported ${kind}`, keystore: await keystoreOf(key), password: PASSWORD }];
      const imported = await importKeys(server, ca, keystores, { profile: KEEPING });
      assert.equal(imported.status, 200, imported.text);
      await mark(server, ca, key.certificate);
      await assertRecovered(server, `imported ${kind}`, key.certificate);
    });

    it(`of ${kind} is replaced by one of ${next}, and can be removed then`, async () => {
      const { server } = shared;
      const ca = `rewrapping ${kind}`;
      await createDeviceCa(server, ca, kind);
      const names = ['first', 'second'].map((name) => `${name} of ${kind}`);
      const keys = [];
      for (const name of names) keys.push(await keepNewKey(server, ca, name, KEEPING));
      await createEscrowKey(server, `next of ${kind}`, next);
      await editCa(server, ca, { keyEncryptKey: `next of ${kind}` });
      await server.running.installation.background.scheduler.wake('rewrap-kept-keys');
      const path = `/v1/cryptotoken/Device/${encodeURIComponent(`${ca} escrow`)}/removekeys`;
      const removed = await server.call(path, { method: 'POST' });
      assert.equal(removed.status, 200, removed.text);
      assert.doesNotMatch(softHsm.tool(label, PIN, '--list-objects'), new RegExp(`${ca} escrow`));
      for (const [index, { certificate }] of keys.entries()) {
        assert.equal((await keptKeyOf(server, ca, certificate)).escrowKey.alias, `next of ${kind}`);
        await mark(server, ca, certificate);
        await assertRecovered(server, names[index]!, certificate);
      }
    });

    it(`of ${kind} that is gone from the device, or another one by now, takes no mark away`, async () => {
      const { server } = shared;
      const ca = `losing ${kind}`;
      await createDeviceCa(server, ca, kind);
      const username = `losing ${kind}`;
      const { certificate } = await keepNewKey(server, ca, username, KEEPING);
      await mark(server, ca, certificate);
      const { id } = (await findEndEntity(server, username))!;
      const tool = (...args: readonly string[]) => softHsm.tool(label, PIN, ...args);
      for (const type of ['privkey', 'pubkey']) tool('--delete-object', '--type', type, '--label', `${ca} escrow`);
      const assertRefused = async () => {
        const refused = await collect(server, username);
        assert.equal(refused.status, 503, refused.text);
        assert.match(refused.json['error_message'] as string, /escrow/);
        assert.equal((await findEndEntity(server, username))!.status, 70);
        assert.equal((await keptKeyOf(server, ca, certificate)).markedFor, id);
      };
      await assertRefused();
      tool('--keypairgen', '--key-type', kind === 'RSA' ? 'rsa:2048' : 'EC:prime256v1', '--label', `${ca} escrow`);
      await assertRefused();
      assert.deepEqual(decryptionsFor(server, username), ['FAILURE', 'FAILURE']);
    });
  }
});

it('a device that is out of its slot loses no mark, and gives the key when it is back', async (t) => {
  const before = await TestServer.start(t, CONFIG, AROUND);
  const label = await createDevice(before);
  await createDeviceCa(before, 'Away', 'RSA');
  const { certificate } = await keepNewKey(before, 'Away', 'traveller', KEEPING);
  await mark(before, 'Away', certificate);
  await before.running.stop();

  const putBack = softHsm.takeOut(label);
  const server = await TestServer.start(t, { ...CONFIG, home: before.home }, AROUND);
  const refused = await collect(server, 'traveller');
  assert.equal(refused.status, 503, refused.text);
  assert.match(refused.json['error_message'] as string, /Device/);
  assert.equal((await findEndEntity(server, 'traveller'))!.status, 70);
  assert.deepEqual(decryptionsFor(server, 'traveller'), ['FAILURE']);
  // What asks for nothing of the device goes on: the mark is there already.
  assert.equal(
    (await server.call(pathOf('Away', `${certificate.serialNumber}/keyrecover`), { method: 'PUT' })).status,
    200,
  );
  await server.running.stop();

  putBack();
  const again = await TestServer.start(t, { ...CONFIG, home: before.home }, AROUND);
  await assertRecovered(again, 'traveller', certificate);
  assert.deepEqual(decryptionsFor(again, 'traveller'), ['FAILURE', 'SUCCESS']);
});
