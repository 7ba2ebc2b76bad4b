/** Services: run when told to (cases 113 to 115 of the interface), by themselves, and what the CRL Updater takes for due. */
import { crlNumber } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { auditRows, detailsOf } from '../support/audit-records.ts';
import { assertRefusal, editCa, latestCrl, sharedServer, takeTokenOffline } from '../support/ca-rest-setup.ts';
import { newOfficer } from '../support/officers.ts';
import type { Answer, CallOptions, TestServer } from '../support/test-server.ts';
import { eventually } from '../../eventually.ts';

const run = async (server: TestServer, name: string, options: CallOptions = {}): Promise<Answer> =>
  server.call(`/v1/system/service/${encodeURIComponent(name)}/run`, { method: 'PUT', ...options });

const NOTHING_TO_DO = "The service 'CRL Updater' has nothing to do.";

describe('the CRL Updater that an installation begins with', () => {
  const shared = sharedServer();
  const numberOf = async () => (await latestCrl(shared.server)).extension(crlNumber);

  it('makes a CRL that is due when it is told to run, and is recorded', async () => {
    const { server } = shared;
    server.clock.advanceSeconds(86_400 - 600);
    const { status, json } = await run(server, 'CRL Updater');
    assert.deepEqual([status, json], [200, { message: 'Running service: CRL Updater' }]);
    assert.equal(await numberOf(), 1n);
    const [record] = auditRows(server).filter(({ event }) => event === 'SERVICE_EXECUTED');
    assert.deepEqual(detailsOf(record!), { name: 'CRL Updater', worker: 'CRL_UPDATER', done: 1 });
  });

  it('answers 409 when nothing is due', async () => {
    const { server } = shared;
    assertRefusal(await run(server, 'CRL Updater'), 409, NOTHING_TO_DO);
    assert.equal(await numberOf(), 1n);
  });

  it('is found under its name only', async () => {
    assertRefusal(await run(shared.server, 'Cleanup'), 404, 'The following service could not be found: Cleanup');
  });

  it('is run by callers who may edit services only', async () => {
    const { server } = shared;
    const officer = await newOfficer(server, 'Reader', { '/services/view/': 'ALLOW' });
    assertRefusal(await run(server, 'CRL Updater', { as: officer }), 403, /\/services\/edit\//);
    const operator = await newOfficer(server, 'Operator', { '/services/edit/': 'ALLOW' });
    assertRefusal(await run(server, 'CRL Updater', { as: operator }), 409, NOTHING_TO_DO);
  });

  it('makes the next CRL before the last one ends', async () => {
    const { server } = shared;
    server.clock.advanceSeconds(86_400 - 660);
    assertRefusal(await run(server, 'CRL Updater'), 409, NOTHING_TO_DO);
    server.clock.advanceSeconds(60);
    assert.equal((await run(server, 'CRL Updater')).status, 200);
    assert.equal(await numberOf(), 2n);
  });

  it('makes one after the issue interval of the CA', async () => {
    const { server } = shared;
    await editCa(server, 'ManagementCA', { crlIssueInterval: '1h' });
    server.clock.advanceSeconds(3540);
    assertRefusal(await run(server, 'CRL Updater'), 409, NOTHING_TO_DO);
    server.clock.advanceSeconds(60);
    assert.equal((await run(server, 'CRL Updater')).status, 200);
    assert.equal(await numberOf(), 3n);
  });

  it('makes base and delta CRLs of a CA that has come to issue deltas, and the next deltas on time', async () => {
    const { server } = shared;
    const deltaOf = async () => (await latestCrl(server, { delta: true })).extension(crlNumber);
    await editCa(server, 'ManagementCA', { crlIssueInterval: '0m', deltaCrlPeriod: '10m' });
    assert.equal((await run(server, 'CRL Updater')).status, 200);
    assert.deepEqual([await numberOf(), await deltaOf()], [4n, 5n]);
    server.clock.advanceSeconds(240);
    assertRefusal(await run(server, 'CRL Updater'), 409, NOTHING_TO_DO);
    server.clock.advanceSeconds(60);
    assert.equal((await run(server, 'CRL Updater')).status, 200);
    assert.deepEqual([await numberOf(), await deltaOf()], [4n, 6n]);
  });

  it('has nothing to do for a CA whose key it cannot use', async () => {
    const { server } = shared;
    server.clock.advanceSeconds(86_400);
    await takeTokenOffline(server);
    assertRefusal(await run(server, 'CRL Updater'), 409, NOTHING_TO_DO);
    assert.ok(server.log.some((line) => line.includes('crypto_token.offline') || line.includes('CryptoTokenOffline')));
  });
});

describe('a service', () => {
  const shared = sharedServer();

  it('runs by itself when its interval has passed', async () => {
    const { server } = shared;
    const settings = { worker: 'CRL_UPDATER', periodicalValue: 1, periodicalUnit: 'SECONDS' };
    const made = await server.administer('/documents/SERVICE/Quick', { method: 'POST', body: { settings } });
    assert.equal(made.status, 201, made.text);
    server.clock.advanceSeconds(86_400);
    await eventually('the CRL', async () => (await latestCrl(server)).extension(crlNumber) === 1n);
    const rows = () => auditRows(server).filter(({ event }) => event === 'SERVICE_EXECUTED');
    await eventually('the record of the run', () => rows().length > 0);
    assert.deepEqual(
      rows().map(({ actor }) => actor),
      ['system'],
    );
    const shown = /^sealwright_task_last_run_timestamp_seconds\{task="service 'Quick'"\} \d+/m;
    await eventually('its metrics', async () => shown.test(await (await server.fetchOps('/metrics')).text()));
  });

  it('with a worker that there is not is refused', async () => {
    const { server } = shared;
    const body = { settings: { worker: 'RENEW_CA' } };
    const refused = await server.administer('/documents/SERVICE/Renewal', { method: 'POST', body });
    assertRefusal(refused, 400, /'RENEW_CA', which this release cannot run/);
  });

  it('that is not active runs when it is told to', async () => {
    const { server } = shared;
    const settings = { worker: 'CRL_UPDATER', cas: ['ManagementCA'], active: false };
    const made = await server.administer('/documents/SERVICE/One', { method: 'POST', body: { settings } });
    assert.equal(made.status, 201, made.text);
    assertRefusal(await run(server, 'One'), 409, "The service 'One' has nothing to do.");
  });
});
