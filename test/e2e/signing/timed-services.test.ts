/** Workers that work by themselves, as their schedules say. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { auditRows, detailsOf } from '../support/audit-records.ts';
import { sharedServer } from '../support/ca-rest-setup.ts';
import { makeSigningToken, makeWorker, signing } from '../support/setups/signing-setup.ts';
import { MovableClock, TestServer } from '../support/test-server.ts';
import { eventually } from '../../eventually.ts';

interface Run {
  readonly node?: string;
  readonly next?: string;
  readonly started?: string;
  readonly ended?: string;
  readonly problem?: string;
}

/** Returns the state of a timed service. */
async function serviceOf(server: TestServer, worker: string) {
  const { json } = await server.administer(`/workers/${worker}/status`);
  const { runs, ...service } = json['service'] as { active: boolean; schedule: string; runs: readonly Run[] };
  return { state: json['state'], ...service, runs, run: runs[0] };
}

const hasRun = (server: TestServer, worker: string) =>
  eventually(`a run of ${worker}`, async () => {
    const { run } = await serviceOf(server, worker);
    return run?.ended === undefined ? undefined : run;
  });

/** Waits for two runs that begin from now on. */
async function hasRunTwice(server: TestServer, worker: string): Promise<void> {
  for (let time = 0; time < 2; time++) {
    const before = (await serviceOf(server, worker)).run?.started;
    await eventually(
      `a further run of ${worker}`,
      async () => (await serviceOf(server, worker)).run?.started !== before,
    );
  }
}

const EVERY_SECOND = { TYPE: 'TIMED_SERVICE', INTERVAL: '1', ACTIVE: 'TRUE' };

describe('a timed service', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'sealwright-timed-'));
  const shared = sharedServer({ workerDirectories: [directory] });
  after(() => rmSync(directory, { recursive: true }));

  before(async () => {
    await makeSigningToken(shared.server, 'Signing', { a: ['EC', 'P-256'] });
    await makeWorker(shared.server, 'Free', {
      IMPLEMENTATION_CLASS: 'PlainSigner',
      CRYPTOTOKEN: 'Signing',
      DEFAULTKEY: 'a',
      AUTHTYPE: 'NOAUTH',
    });
  });

  const report = (name: string, properties: Readonly<Record<string, string>>) =>
    makeWorker(shared.server, name, {
      ...EVERY_SECOND,
      IMPLEMENTATION_CLASS: 'org.signserver.module.signerstatusreport.SignerStatusReportTimedService',
      WORKERS: 'Free,Nobody',
      ...properties,
    });
  const keepAlive = (name: string, properties: Readonly<Record<string, string>>) =>
    makeWorker(shared.server, name, {
      ...EVERY_SECOND,
      IMPLEMENTATION_CLASS: 'org.signserver.server.timedservices.hsmkeepalive.HSMKeepAliveTimedService',
      ...properties,
    });
  const logged = (name: string) => shared.server.log.filter((line) => line.includes(`"name":"${name}"`));
  const recorded = (name: string) =>
    auditRows(shared.server).filter((row) => row.event === 'TIMED_SERVICE_RUN' && detailsOf(row)['worker'] === name);

  it('writes the report of how workers stand, for its owner alone', async () => {
    const file = path.join(directory, 'reports', 'status.txt');
    await report('Report', { OUTPUTFILE: file });
    const run = await hasRun(shared.server, 'Report');
    assert.equal(run.problem, undefined);
    assert.equal(
      readFileSync(file, 'utf8'),
      'workerName=Free, status=ACTIVE, signings=0\nworkerName=Nobody, status=OFFLINE\n',
    );
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.deepEqual(readdirSync(path.dirname(file)), ['status.txt']);
    assert.ok(Date.parse(run.next!) > Date.parse(run.started!));
    assert.match(run.node!, /:.*sealwright/);
    assert.ok(logged('Report').some((line) => line.includes('timed service ran')));
    assert.deepEqual(recorded('Report'), []);
  });

  it('writes over no file but a report', async () => {
    const archived = path.join(directory, 'archived.pdf');
    writeFileSync(archived, '%PDF-1.7');
    await report('Over', { OUTPUTFILE: archived });
    const { problem } = await hasRun(shared.server, 'Over');
    assert.equal(problem, 'Over: A file of the worker cannot be used. See server LOG.');
    assert.equal(readFileSync(archived, 'utf8'), '%PDF-1.7');
    const former = path.join(directory, 'former.txt');
    writeFileSync(former, 'workerName=Gone, status=OFFLINE\n');
    await report('Again', { OUTPUTFILE: former });
    assert.equal((await hasRun(shared.server, 'Again')).problem, undefined);
    assert.match(readFileSync(former, 'utf8'), /^workerName=Free, /);
  });

  it('writes no file elsewhere, whatever way leads there, and says so', async () => {
    symlinkSync(tmpdir(), path.join(directory, 'out'));
    for (const [name, OUTPUTFILE] of [
      ['Above', path.join(directory, '..', `sealwright-${path.basename(directory)}.txt`)],
      ['Dotted', `${directory}/x/../../sealwright-dotted.txt`],
      ['Linked', path.join(directory, 'out', 'sealwright-linked.txt')],
      ['Elsewhere', '/etc/sealwright-status.txt'],
    ] as const) {
      await report(name, { OUTPUTFILE });
      const { problem } = await hasRun(shared.server, name);
      assert.equal(problem, `${name}: A file of the worker cannot be used. See server LOG.`);
      assert.throws(() => statSync(OUTPUTFILE));
    }
    await report('Relative', { OUTPUTFILE: 'status.txt' });
    assert.equal((await shared.server.administer('/workers/Relative/status')).json['state'], 'misconfigured');
  });

  it('tests the keys of workers, and tells of those that it cannot', async () => {
    await keepAlive('Alive', { CRYPTOTOKENS: 'Free' });
    assert.equal((await hasRun(shared.server, 'Alive')).problem, undefined);
    await makeWorker(shared.server, 'Tested', {
      IMPLEMENTATION_CLASS: 'CryptoWorker',
      CRYPTOTOKEN: 'Signing',
      DEFAULTKEY: 'a',
      TESTKEY: 'none',
    });
    await makeWorker(shared.server, 'Closed', {
      IMPLEMENTATION_CLASS: 'CryptoWorker',
      CRYPTOTOKEN_IMPLEMENTATION_CLASS: 'KeystoreInConfigCryptoToken',
      DEFAULTKEY: 'a',
    });
    await keepAlive('Dead', { CRYPTOTOKENS: 'Free, Tested, Closed, Nobody' });
    const { problem } = await hasRun(shared.server, 'Dead');
    assert.match(problem!, /^Tested: .*'none'.*\nClosed: Crypto token not available\nNobody: No such worker: Nobody$/);
    assert.ok(logged('Dead').some((line) => line.includes('timed service failed')));
    await keepAlive('Idle', { CRYPTOTOKENS: '' });
    assert.equal((await hasRun(shared.server, 'Idle')).problem, undefined);
    await keepAlive('Missing', {});
    assert.equal((await shared.server.administer('/workers/Missing/status')).json['state'], 'misconfigured');
  });

  it('notes its runs where WORK_LOG_TYPES says, and its failures always in the log', async () => {
    await keepAlive('Audited', { CRYPTOTOKENS: 'Free', WORK_LOG_TYPES: 'SECURE_AUDITLOGGING', SINGLETON: 'TRUE' });
    await keepAlive('Refused', { CRYPTOTOKENS: 'Nobody', WORK_LOG_TYPES: 'SECURE_AUDITLOGGING' });
    await keepAlive('Silent', { CRYPTOTOKENS: 'Nobody', WORK_LOG_TYPES: '' });
    for (const name of ['Audited', 'Refused', 'Silent']) await hasRun(shared.server, name);
    const record = await eventually('a record', () => recorded('Audited')[0]);
    assert.deepEqual([record.outcome, record.actor], ['SUCCESS', 'system']);
    assert.deepEqual(logged('Audited'), []);
    const failure = await eventually('a record', () => recorded('Refused')[0]);
    assert.equal(failure.outcome, 'FAILURE');
    assert.deepEqual(detailsOf(failure)['problems'], ['Nobody: No such worker: Nobody']);
    await eventually('a line', () => logged('Silent').find((line) => line.includes('timed service failed')));
    assert.deepEqual(recorded('Silent'), []);
    // One of all processes makes each run.
    assert.equal((await serviceOf(shared.server, 'Audited')).run!.node, undefined);
  });

  it('shows the runs of each process, or those of all as one, as SINGLETON is now', async () => {
    await keepAlive('Turned', { CRYPTOTOKENS: '', SINGLETON: 'TRUE' });
    assert.equal((await hasRun(shared.server, 'Turned')).node, undefined);
    const properties = { ...EVERY_SECOND, IMPLEMENTATION_CLASS: 'HSMKeepAliveTimedService', CRYPTOTOKENS: '' };
    const body = { settings: { properties } };
    assert.equal((await shared.server.administer('/documents/WORKER/Turned', { method: 'PUT', body })).status, 200);
    const { node } = await hasRun(shared.server, 'Turned');
    assert.notEqual(node, undefined);
    assert.equal((await serviceOf(shared.server, 'Turned')).runs.length, 1);
  });

  it('is off without ACTIVE, and when it is disabled', async () => {
    for (const [name, properties] of [
      ['Unset', { ACTIVE: '' }],
      ['Off', { ACTIVE: 'FALSE' }],
      ['Disabled', { DISABLED: 'TRUE' }],
    ] as const)
      await keepAlive(name, { CRYPTOTOKENS: '', ...properties });
    await keepAlive('On', { CRYPTOTOKENS: '' });
    await hasRun(shared.server, 'On');
    for (const name of ['Unset', 'Off', 'Disabled']) {
      const { state, runs } = await serviceOf(shared.server, name);
      assert.deepEqual([state, runs], ['disabled', []], name);
    }
  });

  it('is not a worker that documents can be sent to', async () => {
    await keepAlive('Addressed', { CRYPTOTOKENS: '', AUTHTYPE: 'NOAUTH' });
    const answer = await signing(shared.server, '/workers/Addressed/process', { body: { data: 'x' } });
    assert.equal(answer.status, 400);
    assert.match(answer.json['error'] as string, /isn't a processable/);
  });

  it('whose schedule makes no sense is stored, and does not run', async () => {
    for (const [index, schedule] of [
      { INTERVAL: '0' },
      { INTERVAL: '-5' },
      { INTERVAL: '9'.repeat(400) },
      { CRON: 'every now and then' },
      { CRON: '* '.repeat(3000) },
      { INTERVAL: '1', CRON: '* * * * *' },
    ].entries()) {
      const properties = { ...EVERY_SECOND, INTERVAL: '', CRYPTOTOKENS: '', ...schedule };
      await keepAlive(`Wrong${index}`, properties);
      const { json } = await shared.server.administer(`/workers/Wrong${index}/status`);
      assert.deepEqual([json['state'], json['service']], ['misconfigured', undefined]);
    }
  });

  it('takes up its new schedule at once, and stops when it is switched off', async () => {
    await keepAlive('Changed', { INTERVAL: '3600', CRYPTOTOKENS: '' });
    const { run } = await eventually('its schedule', async () => {
      const service = await serviceOf(shared.server, 'Changed');
      return service.run === undefined ? undefined : service;
    });
    assert.equal(run!.started, undefined);
    const change = async (properties: Record<string, string>) => {
      const settings = {
        properties: { ...EVERY_SECOND, IMPLEMENTATION_CLASS: 'HSMKeepAliveTimedService', ...properties },
      };
      const answer = await shared.server.administer('/documents/WORKER/Changed', { method: 'PUT', body: { settings } });
      assert.equal(answer.status, 200, answer.text);
    };
    await change({ CRYPTOTOKENS: '' });
    await hasRun(shared.server, 'Changed');
    await change({ CRYPTOTOKENS: '', ACTIVE: 'FALSE' });
    // Another one of the same schedule tells how long it could have run.
    await keepAlive('Unchanged', { CRYPTOTOKENS: '' });
    await hasRunTwice(shared.server, 'Unchanged');
    const before = (await serviceOf(shared.server, 'Changed')).run!.started;
    await hasRunTwice(shared.server, 'Unchanged');
    assert.equal((await serviceOf(shared.server, 'Changed')).run!.started, before);
  });
});

it('has its next run when it was due, after a restart too, and makes up for the one that was missed', async (t) => {
  const first = await TestServer.start(t);
  const IMPLEMENTATION_CLASS = 'HSMKeepAliveTimedService';
  const common = { TYPE: 'TIMED_SERVICE', ACTIVE: 'TRUE', IMPLEMENTATION_CLASS, CRYPTOTOKENS: '' };
  await makeWorker(first, 'Daily', { ...common, INTERVAL: '86400' });
  await makeWorker(first, 'Soon', { ...common, INTERVAL: '3' });
  const nextOf = (server: TestServer, worker: string) =>
    eventually(`the schedule of ${worker}`, async () => (await serviceOf(server, worker)).run?.next);
  const next = await nextOf(first, 'Daily');
  await nextOf(first, 'Soon');
  await first.running.stop();
  const clock = new MovableClock();
  clock.advanceSeconds(4);
  const second = await TestServer.start(t, { home: first.home, database: first.database }, { clock });
  const { started } = await hasRun(second, 'Soon');
  assert.ok(started !== undefined);
  const { run } = await serviceOf(second, 'Daily');
  assert.deepEqual(run, { node: run!.node, next });
});
