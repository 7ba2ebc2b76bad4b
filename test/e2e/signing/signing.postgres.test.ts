/** The signing service on PostgreSQL: the same tests that run on the embedded database, and two servers on one database. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { temporaryPostgres } from '../../../packages/server/test/temporary-database.ts';
import { auditRows, detailsOf } from '../support/audit-records.ts';
import { runServersOnPostgres } from '../support/installations/servers-on-postgres.ts';
import { makeSigningToken, makeWorker, signing } from '../support/setups/signing-setup.ts';
import { TestServer } from '../support/test-server.ts';
import { addWorker, propertiesOf, workers, type WorkerServer } from '../support/setups/worker-setup.ts';
import { eventually } from '../../eventually.ts';
import { atEnd } from '../../../packages/server/test/at-end.ts';

it('has a worker changed on one server and at once on the other, and loses no change of either', async (t) => {
  const temporary = await temporaryPostgres();
  const database = temporary.url;
  atEnd(t, () => temporary.remove());
  const surroundings = { masterKeySecret: randomBytes(32).toString('base64') };
  const one = await TestServer.start(t, { database }, surroundings);
  const second = await TestServer.start(t, { database }, surroundings);
  // Whose home directory has no administrator: the first one made the installation.
  const { caChain, superAdministrator } = one;
  const other = { running: second.running, caChain, superAdministrator };
  await addWorker(one, 7, { NAME: 'Both', A: '1' });
  const call = (server: WorkerServer, method: string, properties: Record<string, string>) =>
    workers(server, '/7', { method, body: { properties } });
  assert.deepEqual(await propertiesOf(other, 7), { NAME: 'Both', TYPE: 'UNKNOWN', A: '1' });
  assert.equal((await call(one, 'PATCH', { A: '2' })).status, 200);
  assert.equal((await propertiesOf(other, 7))['A'], '2');
  const names = Array.from({ length: 24 }, (_, index) => `P${index}`);
  const answers = await Promise.all(
    names.map((name, index) => call(index % 2 === 0 ? one : other, 'PATCH', { [name]: 'x' })),
  );
  const refused = answers.filter(({ status }) => status !== 200);
  assert.deepEqual(
    refused.map(({ text }) => text),
    [],
  );
  const properties = await propertiesOf(one, 7);
  assert.deepEqual(
    names.filter((name) => properties[name] === undefined),
    [],
  );
});

it('keeps the limit of a key however many requests both servers get at once, and whatever it was before', async (t) => {
  const temporary = await temporaryPostgres();
  atEnd(t, () => temporary.remove());
  const surroundings = { masterKeySecret: randomBytes(32).toString('base64') };
  const one = await TestServer.start(t, { database: temporary.url }, surroundings);
  const { running } = await TestServer.start(t, { database: temporary.url }, surroundings);
  await makeSigningToken(one, 'Counted', { ec: ['EC', 'P-256'] });
  await makeWorker(one, 'Free', {
    IMPLEMENTATION_CLASS: 'PlainSigner',
    CRYPTOTOKEN: 'Counted',
    DEFAULTKEY: 'ec',
    AUTHTYPE: 'NOAUTH',
  });
  await addWorker(one, 7, {
    NAME: 'Counted',
    TYPE: 'PROCESSABLE',
    IMPLEMENTATION_CLASS: 'PlainSigner',
    CRYPTOTOKEN: 'Counted',
    DEFAULTKEY: 'ec',
    AUTHTYPE: 'NOAUTH',
    KEYUSAGELIMIT: '10',
  });
  const signAtOnce = async (times: number, worker: string) => {
    const asking = Array.from({ length: times }, (_, index) =>
      signing(
        { running: index % 2 === 0 ? one.running : running, caChain: one.caChain },
        `/workers/${worker}/process`,
        {
          body: { data: 'x' },
        },
      ),
    );
    const statuses = (await Promise.all(asking)).map(({ status }) => status);
    assert.deepEqual(new Set(statuses).difference(new Set([200, 503])), new Set());
    return statuses.filter((status) => status === 200).length;
  };
  const setLimit = async (limit: string) => {
    const { status } = await workers(one, '/7', { method: 'PATCH', body: { properties: { KEYUSAGELIMIT: limit } } });
    assert.equal(status, 200);
  };
  assert.equal(await signAtOnce(50, 'Counted'), 10);
  // Both servers hold more than they use now.
  for (let signed = 0; signed < 40; signed += 8) assert.equal(await signAtOnce(8, 'Free'), 8);
  await setLimit('60');
  assert.equal(await signAtOnce(50, 'Counted'), 10);
  await setLimit('55');
  assert.equal(await signAtOnce(2, 'Counted'), 0);
});

it('closes the token of a worker on both servers when its password is taken away on one', async (t) => {
  const temporary = await temporaryPostgres();
  atEnd(t, () => temporary.remove());
  const surroundings = { masterKeySecret: randomBytes(32).toString('base64') };
  const one = await TestServer.start(t, { database: temporary.url }, surroundings);
  const { running } = await TestServer.start(t, { database: temporary.url }, surroundings);
  const properties = {
    IMPLEMENTATION_CLASS: 'PlainSigner',
    CRYPTOTOKEN_IMPLEMENTATION_CLASS: 'KeystoreInConfigCryptoToken',
    DEFAULTKEY: 'key',
    AUTHTYPE: 'NOAUTH',
  };
  await makeWorker(one, 'Own', { ...properties, KEYSTOREPASSWORD: 'the password of a worker' });
  const body = { algorithm: 'EC', specification: 'P-256' };
  assert.equal((await one.administer('/workers/Own/keys', { method: 'POST', body })).status, 200);
  const statuses = () =>
    Promise.all(
      [one.running, running].map(async (each) => {
        const server = { running: each, caChain: one.caChain };
        return (await signing(server, '/workers/Own/process', { body: { data: 'x' } })).status;
      }),
    );
  assert.deepEqual(await statuses(), [200, 200]);
  const change = await one.administer('/documents/WORKER/Own', { method: 'PUT', body: { settings: { properties } } });
  assert.equal(change.status, 200, change.text);
  assert.deepEqual(await statuses(), [503, 503]);
});

it('has a timed service run in one process at a time with SINGLETON, and in every process without', async (t) => {
  const temporary = await temporaryPostgres();
  atEnd(t, () => temporary.remove());
  const surroundings = { masterKeySecret: randomBytes(32).toString('base64') };
  const one = await TestServer.start(t, { database: temporary.url }, surroundings);
  await TestServer.start(t, { database: temporary.url }, surroundings);
  const service = {
    TYPE: 'TIMED_SERVICE',
    IMPLEMENTATION_CLASS: 'HSMKeepAliveTimedService',
    INTERVAL: '2',
    ACTIVE: 'TRUE',
    CRYPTOTOKENS: '',
    WORK_LOG_TYPES: 'SECURE_AUDITLOGGING',
  };
  const madeMs = Date.now();
  await makeWorker(one, 'Single', { ...service, SINGLETON: 'TRUE' });
  await makeWorker(one, 'Each', service);
  const timesOf = async (worker: string) => {
    const rows = auditRows(one).filter(
      (row) => row.event === 'TIMED_SERVICE_RUN' && detailsOf(row)['worker'] === worker,
    );
    return rows.map(({ time_ms }) => time_ms);
  };
  await eventually('eight runs', async () => (await timesOf('Single')).length >= 8);
  const single = (await timesOf('Single')).slice(0, 8);
  // Each is due an interval after the one before it was taken, and the first one after the worker was made: late runs only come later.
  const early = single.filter((timeMs, before) => timeMs < madeMs + (before + 1) * 2000);
  assert.deepEqual(early, [], single.join(' '));
  await eventually('those of each process', async () => (await timesOf('Each')).length >= 2 * single.length);
  const runsOf = async (worker: string) => {
    const { json } = await one.administer(`/workers/${worker}/status`);
    return (json['service'] as { readonly runs: readonly object[] }).runs.length;
  };
  assert.deepEqual([await runsOf('Single'), await runsOf('Each')], [1, 2]);
});

it('has one of two servers renew a worker at a time', async (t) => {
  const temporary = await temporaryPostgres();
  atEnd(t, () => temporary.remove());
  const surroundings = { masterKeySecret: randomBytes(32).toString('base64') };
  const one = await TestServer.start(t, { database: temporary.url }, surroundings);
  const { running } = await TestServer.start(t, { database: temporary.url }, surroundings);
  await makeSigningToken(one, 'Tokens', {});
  await makeWorker(one, 'Renewer', { IMPLEMENTATION_CLASS: 'RenewalWorker', AUTHTYPE: 'NOAUTH' });
  await makeWorker(one, 'Renewed', {
    IMPLEMENTATION_CLASS: 'PlainSigner',
    CRYPTOTOKEN: 'Tokens',
    RENEWWORKER: 'Renewer',
  });
  const body = {
    ca: 'ManagementCA',
    certificate_profile: 'Signer',
    end_entity_profile: 'Signer',
    key: { algorithm: 'EC', specification: 'P-256' },
  };
  assert.equal((await one.administer('/workers/Renewed/certificate', { method: 'POST', body })).status, 204);
  const answers = await Promise.all(
    [one.running, running, one.running, running].map(async (each) => {
      const server = { running: each, caChain: one.caChain };
      const { json, text } = await signing(server, '/workers/Renewer/process', { body: { data: 'WORKER=Renewed' } });
      assert.ok(typeof json['data'] === 'string', text);
      return Buffer.from(json['data'], 'base64').toString();
    }),
  );
  const renewed = answers.filter((answer) => answer === 'RESULT=OK\n').length;
  assert.ok(renewed >= 1, answers.join(''));
  for (const answer of answers) assert.match(answer, /^RESULT=OK\n$|somebody else does so now/);
  const { keys } = (await one.administer('/workers/Renewed/keys')).json as { keys: readonly object[] };
  assert.equal(keys.length, renewed + 1);
});

runServersOnPostgres();

for (const suite of [
  'archive',
  'archive-retention',
  'authorizers',
  'cms-signer',
  'dispatchers',
  'key-usage',
  'plain-signatures',
  'plain-signer',
  'saved-files',
  'status-worker',
  'time-stamp-signer',
  'timed-services',
  'worker-keystores',
  'worker-log',
  'worker-renewal',
  'worker-renewal-limits',
  'worker-users',
  'workers',
]) {
  await import(`./${suite}.test.ts`);
}
