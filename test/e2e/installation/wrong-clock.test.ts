/** A clock that is set wrong and right again: what a server does meanwhile, and what is left of it afterwards. */
import { crlNumber } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { it } from 'node:test';
import { SYSTEM } from '../../../packages/server/src/modules/access/index.ts';
import { acceptClock } from '../../../packages/server/src/modules/installation/index.ts';
import { auditRows, detailsOf } from '../support/audit-records.ts';
import {
  assertRefusal,
  certificatePath,
  createProfiles,
  enroll,
  latestCrl,
  newCrl,
  requestUnder,
} from '../support/ca-rest-setup.ts';
import { newKeyPair, newRequest } from '../support/enrollment.ts';
import { newServerDatabase } from '../support/installations/server-database.ts';
import { runCommand } from '../support/server-process.ts';
import { shownBy } from '../support/shown-certificate.ts';
import { TestServer } from '../support/test-server.ts';
import { eventually } from '../../eventually.ts';
import { atEnd } from '../../../packages/server/test/at-end.ts';

/** More than two thirds of the life of a server's certificate, and less than that of the first administrator's. */
const AHEAD_SECONDS = 500 * 86_400;
const CREATE_CRL = '/v1/ca/CN=ManagementCA,O=Sealwright/createcrl';
const RUN_UPDATER = '/v1/system/service/CRL%20Updater/run';

it('renews and signs nothing by a clock that jumps ahead, and goes on by itself when it is right again', async (t) => {
  const server = await TestServer.start(t);
  const shown = await shownBy(server);
  await newCrl(server);

  server.clock.setAheadSeconds(AHEAD_SECONDS);
  // It has jumped ahead, and it is ahead of the database's clock: the latter is told once it has been noticed.
  assert.match((await readiness(server)).clock?.problem ?? '', /(ahead.* \d+ s|\d+ s ahead).*admin accept-clock/);
  assertRefusal(await server.call(CREATE_CRL, { method: 'POST' }), 503, /no CRL and no time-stamp is signed/);
  assertRefusal(await server.call(RUN_UPDATER, { method: 'PUT' }), 503, /nothing is renewed/);
  // What somebody asks for is done, and recorded with the date of that clock.
  const body = newRequest({ username: 'early', subject: 'CN=early', keyPair: newKeyPair() });
  assert.equal((await server.call('/v1/certificate/pkcs10enroll', { body })).status, 200);
  // The loop that renews observes the clock at the beginning of each turn: with the second one, a whole turn is over.
  const turns = t.mock.method(server.running.installation.clock.belief, 'observe').mock;
  await eventually('two turns of the loop that renews', async () => turns.callCount() >= 2);
  assert.equal((await shownBy(server)).serialNumber, shown.serialNumber);

  server.clock.setAheadSeconds(0);
  await eventually('what is waited for', async () => (await readiness(server)).status === 200);
  assert.equal((await newCrl(server)).extension(crlNumber), 2n);
  assert.equal((await shownBy(server)).serialNumber, shown.serialNumber);
  const [accepted, ...more] = auditRows(server).filter(({ event }) => event === 'CLOCK_ACCEPTED');
  assert.equal(accepted?.actor, 'system');
  assert.ok((detailsOf(accepted)['newestAuditRecord'] as number) > (detailsOf(accepted)['time'] as number));
  assert.deepEqual(more, []);
});

it('replaces its certificate of a wrong day at once, and CRLs when an operator has accepted the clock', async (t) => {
  const { server, wrong } = await serverOfAWrongDay(t);
  server.clock.setAheadSeconds(0);
  await eventually('what is waited for', async () => (await shownBy(server)).serialNumber !== wrong);
  // Clients that verify the server's certificate are let in again.
  const futureCrl = await latestCrl(server);
  assert.ok(futureCrl.thisUpdate * 1000 > server.clock.nowMs());
  assertRefusal(await server.call(CREATE_CRL, { method: 'POST' }), 503, /stepped back/);
  assert.match((await readiness(server)).clock?.problem ?? '', /behind the newest audit record.*accept-clock/);

  const time = new Date().toISOString().slice(0, 16);
  const accept = async (told: string) => runCommand(['admin', 'accept-clock', '--time', told], server);
  const refused = await accept('2031-01-01T00:00Z');
  assert.notEqual(refused.code, 0);
  assert.match(refused.output, /Set that clock first/);
  const { code, output } = await accept(`${time}Z`);
  assert.equal(code, 0, output);
  assert.match(output, /dated up to/);

  await eventually('what is waited for', async () => (await readiness(server)).status === 200);
  assert.equal((await server.call(RUN_UPDATER, { method: 'PUT' })).status, 200);
  const crl = await latestCrl(server);
  assert.ok(crl.thisUpdate < futureCrl.thisUpdate);
  assert.equal(crl.extension(crlNumber), futureCrl.extension(crlNumber)! + 1n);
  const acts = auditRows(server).filter(({ event }) => event === 'CLOCK_ACCEPTED');
  assert.deepEqual(
    acts.map(({ actor }) => actor),
    ['host'],
  );
});

it('goes on listing who was revoked and has not ended, after a CRL of a wrong day', async (t) => {
  const { server } = await serverOfAWrongDay(t);
  server.clock.setAheadSeconds(0);
  await acceptClock(SYSTEM, server.running.installation.clock.acceptance);
  await eventually('what is waited for', async () => (await readiness(server)).status === 200);
  await createProfiles(server, 'Short', { validity: '100d' });
  const certificate = await enroll(server, requestUnder('Short', { username: 'short', subject: 'CN=short' }));
  assert.equal(
    (await server.call(certificatePath(certificate, 'revoke?reason=SUPERSEDED'), { method: 'PUT' })).status,
    200,
  );
  assert.ok(certificate.notAfter < (await latestCrl(server)).thisUpdate);
  for (let crls = 0; crls < 2; crls++)
    assert.ok(
      [...(await newCrl(server)).entries()].some(
        ({ serialNumberText }) => serialNumberText === certificate.serialNumberText,
      ),
    );
});

it('has the recovery of an administrator replace a certificate of a wrong day', async (t) => {
  const home = mkdtempSync(path.join(tmpdir(), 'sealwright-clock-'));
  const database = await newServerDatabase();
  atEnd(t, async () => {
    await database?.remove();
    rmSync(home, { recursive: true, force: true });
  });
  const where = { home, ...(database && { database: database.url }) };
  const { server, wrong } = await serverOfAWrongDay(t, where);
  await server.running.stop();
  const renewals = () => auditRows(server).filter(({ event }) => event === 'TLS_CERTIFICATE_RENEWED').length;
  const before = renewals();

  const { code, output } = await runCommand(['admin', 'recover'], server);
  assert.equal(code, 0, output);
  assert.equal(renewals(), before + 1);
  const next = await TestServer.start(t, where);
  assert.notEqual((await shownBy(next)).serialNumber, wrong);
  assert.equal((await next.call('/v1/ca')).status, 200);
});

/** A server that has worked for so long on a wrong day that it believed it, and has renewed its certificate and signed a CRL. */
async function serverOfAWrongDay(
  t: Parameters<typeof TestServer.start>[0],
  where: { home?: string; database?: string } = {},
) {
  const clock: { now?: () => number } = {};
  const databaseClock = (databaseMs: number) => clock.now?.() ?? databaseMs;
  const server = await TestServer.start(t, where, { databaseClock });
  clock.now = () => server.clock.nowMs();
  await newCrl(server);
  const { serialNumber } = await shownBy(server);
  server.clock.setAheadSeconds(AHEAD_SECONDS);
  await server.running.installation.clock.belief.observe();
  server.clock.advanceSeconds(16 * 60);
  await eventually('what is waited for', async () => (await shownBy(server)).serialNumber !== serialNumber);
  // Clients and commands have the time of the machine.
  server.clock.advanceSeconds(-16 * 60);
  await server.running.installation.ca.createCrls.create(SYSTEM, { subject: 'CN=ManagementCA,O=Sealwright' }, 'base');
  return { server, wrong: (await shownBy(server)).serialNumber };
}

async function readiness(server: TestServer) {
  const answer = await server.fetchOps('/ready');
  const { checks } = (await answer.json()) as { checks: { name: string; problem?: string }[] };
  return { status: answer.status, clock: checks.find(({ name }) => name === 'clock') };
}
