/** The state of workers, for administrators and for those who watch over them. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { TestCa } from '../../pki/test-pki.ts';
import { sharedServer } from '../support/ca-rest-setup.ts';
import { newOfficer } from '../support/officers.ts';
import { certifyKey, makeSigningToken, makeWorker, signing } from '../support/setups/signing-setup.ts';

describe('the health of the signing service', () => {
  const shared = sharedServer();
  const OWN = { IMPLEMENTATION_CLASS: 'PlainSigner', CRYPTOTOKEN_IMPLEMENTATION_CLASS: 'KeystoreInConfigCryptoToken' };
  const ask = () => fetch(new URL('/signserver/healthcheck/signserverhealth', shared.server.running.urls[1]));
  /** Once nobody remembers the answer before. */
  const health = async () => {
    shared.server.clock.advanceSeconds(1);
    const answer = await ask();
    return [answer.status, await answer.text()] as const;
  };
  const change = async (name: string, properties: Readonly<Record<string, string>>) => {
    const change = { method: 'PUT', body: { settings: { properties } } };
    const answer = await shared.server.administer(`/documents/WORKER/${name}`, change);
    assert.equal(answer.status, 200, answer.text);
  };
  const idOf = async (name: string) => (await shared.server.administer(`/workers/${name}/status`)).json['id'] as number;

  it('is good while every worker can work', async () => {
    assert.deepEqual(await health(), [200, 'ALLOK']);
    assert.equal((await ask()).headers.get('cache-control'), 'no-store');
  });

  it('is bad with a worker that is misconfigured or whose token is closed, unless it is disabled', async () => {
    const astray = {
      ...OWN,
      KEYSTOREPASSWORD: 'a secret',
      WORKERLOGGER: 'FileWorkerLogger',
      LOG_FILE_PATH: '/no/a.log',
    };
    const nowhere = { IMPLEMENTATION_CLASS: 'PlainSigner', CRYPTOTOKEN: 'Nothing' };
    const service = { IMPLEMENTATION_CLASS: 'HSMKeepAliveTimedService', INTERVAL: '60', CRYPTOTOKENS: '' };
    const lines: string[] = [];
    for (const [name, properties, problem] of [
      ['Wrong', { IMPLEMENTATION_CLASS: 'Nothing at all' }, 'Worker is misconfigured'],
      ['Astray', astray, 'Worker is misconfigured'],
      ['Closed', OWN, 'Crypto token not available'],
      ['Nowhere', nowhere, 'Crypto token not available'],
    ] as const) {
      await makeWorker(shared.server, name, properties);
      lines.push(`Worker ${await idOf(name)}: ${problem}\n`);
    }
    await makeWorker(shared.server, 'Resting', { ...service, CRYPTOTOKEN: 'Nothing' });
    assert.deepEqual(await health(), [500, lines.join('')]);
    for (const [name, properties] of [
      ['Wrong', { IMPLEMENTATION_CLASS: 'Nothing at all' }],
      ['Astray', astray],
      ['Nowhere', nowhere],
    ] as const)
      await change(name, { ...properties, DISABLED: 'TRUE' });
    assert.deepEqual(await health(), [500, lines[2]]);
    await change('Closed', { ...OWN, KEYSTOREPASSWORD: 'a secret' });
    assert.deepEqual(await health(), [200, 'ALLOK']);
  });
});

describe('the status of a worker', () => {
  const shared = sharedServer();
  const PLAIN = { IMPLEMENTATION_CLASS: 'PlainSigner', CRYPTOTOKEN: 'Signing', AUTHTYPE: 'NOAUTH' };
  const sign = (worker: string) => signing(shared.server, `/workers/${worker}/process`, { body: { data: 'x' } });
  const status = (worker: string, options: Parameters<typeof shared.server.administer>[1] = {}) =>
    shared.server.administer(`/workers/${worker}/status`, options);

  before(async () => {
    await makeSigningToken(shared.server, 'Signing', { a: ['EC', 'P-256'], b: ['EC', 'P-256'] });
    const day = 86_400;
    const now = Math.floor(shared.server.clock.nowMs() / 1000);
    const contents = { subject: 'CN=Signer', notBefore: now - day, notAfter: now + day };
    const SIGNERCERTCHAIN = await certifyKey(shared.server, TestCa.root('CN=Root'), 'Signing', 'a', contents);
    await makeWorker(shared.server, 'Limited', { ...PLAIN, DEFAULTKEY: 'a', KEYUSAGELIMIT: '10', SIGNERCERTCHAIN });
    await makeWorker(shared.server, 'Free', { ...PLAIN, DEFAULTKEY: 'b' });
    await makeWorker(shared.server, 'Wrong', { ...PLAIN, IMPLEMENTATION_CLASS: 'Nothing' });
    await makeWorker(shared.server, 'Keyless', { ...PLAIN, DEFAULTKEY: 'none' });
    await makeWorker(shared.server, 'Off', { ...PLAIN, DEFAULTKEY: 'b', DISABLED: 'TRUE' });
    const WORKERS = 'Limited, Free, Wrong, Keyless, Off, Nobody';
    await makeWorker(shared.server, 'Report', {
      IMPLEMENTATION_CLASS: 'SignerStatusReportWorker',
      AUTHTYPE: 'NOAUTH',
      WORKERS,
    });
  });

  it('says whether it works, and how often its key was used', async () => {
    for (let count = 0; count < 3; count++) assert.equal((await sign('Limited')).status, 200);
    const { json } = await status('Limited');
    assert.deepEqual([json['state'], json['signings'], json['sign_limit']], ['active', 3, 10]);
    assert.match(json['certificate'] as string, /^MII/);
    const free = await status('Free');
    assert.deepEqual([free.json['state'], free.json['signings'], free.json['sign_limit']], ['active', 0, undefined]);
    for (const [worker, state] of [
      ['Wrong', 'misconfigured'],
      ['Keyless', 'offline'],
      ['Off', 'disabled'],
      ['Report', 'active'],
    ] as const)
      assert.equal((await status(worker)).json['state'], state, worker);
  });

  it('is shown to callers who may see workers', async () => {
    assert.equal((await status('Nobody')).status, 404);
    const auditor = await newOfficer(shared.server, 'auditor', { '/signing/view/': 'ALLOW' });
    assert.equal((await status('Free', { as: auditor })).status, 200);
    const clerk = await newOfficer(shared.server, 'clerk', {});
    assert.equal((await status('Nobody', { as: clerk })).status, 403);
  });

  it('is reported by a worker, a line for each of those that it watches', async () => {
    const answer = await sign('Report');
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.json['archiveId'], null);
    const lines = Buffer.from(answer.json['data'] as string, 'base64')
      .toString()
      .split('\n');
    assert.match(
      lines[0]!,
      /^workerName=Limited, status=ACTIVE, validityNotBefore=\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC, validityNotAfter=[-: \d]+ UTC, signings=\d+, signLimit=10$/,
    );
    assert.deepEqual(lines.slice(1), [
      'workerName=Free, status=ACTIVE, signings=0',
      'workerName=Wrong, status=OFFLINE',
      'workerName=Keyless, status=OFFLINE',
      'workerName=Off, status=OFFLINE, signings=0',
      'workerName=Nobody, status=OFFLINE',
      '',
    ]);
  });

  it('is offline once the certificate has ended, which the worker does not sign with unless it is told to (case 116)', async () => {
    shared.server.clock.advanceSeconds(2 * 86_400);
    assert.equal((await status('Limited')).json['state'], 'offline');
    const refused = await sign('Limited');
    assert.equal(refused.status, 503);
    assert.match(refused.json['error'] as string, /^Error Signer Limited expired at /);
    const { json } = await shared.server.administer('/documents/WORKER/Limited');
    const { properties } = json['settings'] as { readonly properties: Readonly<Record<string, string>> };
    await makeWorker(shared.server, 'Careless', { ...properties, CHECKCERTVALIDITY: 'FALSE' });
    assert.equal((await sign('Careless')).status, 200);
    await makeWorker(shared.server, 'Early', {
      ...properties,
      CHECKCERTVALIDITY: 'FALSE',
      MINREMAININGCERTVALIDITY: '1',
    });
    assert.equal((await sign('Early')).status, 503);
  });
});
