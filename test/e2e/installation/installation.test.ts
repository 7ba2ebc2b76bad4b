/** The installation itself: its administrator's files after a crash, recovery, and the server's own certificate. */
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createMasterKey } from '../../../packages/server/src/tokens/sealing/master-key.ts';
import { systemRandom } from '../../../packages/server/src/kernel/random.ts';
import { openDatabase } from '../../../packages/server/src/storage/open-database.ts';
import { TestCa } from '../../pki/test-pki.ts';
import { auditRows, detailsOf } from '../support/audit-records.ts';
import { withDatabase } from '../support/installations/server-database.ts';
import { runCommand } from '../support/server-process.ts';
import { shownBy } from '../support/shown-certificate.ts';
import { TestServer } from '../support/test-server.ts';
import { eventually } from '../../eventually.ts';
import { atEnd } from '../../../packages/server/test/at-end.ts';

const STEPS = [
  'CRYPTOTOKEN_CREATE',
  'CA_CREATION',
  'CRYPTOTOKEN_GEN_KEYPAIR',
  'CA_KEYACTIVATE',
  'SERVICE_ADD',
  'INSTALLATION_CREATED',
];
for (const event of STEPS) {
  it(`goes on with a first start that ended before ${event}`, async (t) => {
    const home = mkdtempSync(path.join(tmpdir(), 'sealwright-e2e-'));
    await createMasterKey(path.join(home, 'master.key'), systemRandom());
    const database = await openDatabase({
      url: path.join(home, 'sealwright.db'),
      definitions: [],
      onBackgroundError: (error) => assert.fail(error as Error),
    });
    await database.close();
    const execute = (sql: string) => withDatabase({ home }, (opened) => opened.exec(sql));
    execute(`CREATE TRIGGER crash BEFORE INSERT ON audit_record WHEN NEW.event = '${event}'
      BEGIN SELECT RAISE(ABORT, 'here it ends'); END`);
    await assert.rejects(TestServer.start(t, { home }));
    assert.equal(existsSync(path.join(home, 'admin')), false);

    execute('DROP TRIGGER crash');
    atEnd(t, () => rmSync(home, { recursive: true }));
    const server = await TestServer.start(t, { home });
    assert.equal(server.running.firstStart, true);
    const { status, json } = await server.call('/v1/ca');
    assert.deepEqual([status, (json['certificate_authorities'] as unknown[]).length], [200, 1]);
    const acts = auditRows(server).map(
      (row) => `${row.event} ${row.serial} ${row.username} ${JSON.stringify(detailsOf(row))}`,
    );
    assert.deepEqual(acts.toSorted(), [...new Set(acts)].toSorted(), 'nothing was done twice');
    assert.equal(existsSync(path.join(home, '.admin.new')), false);
  });
}

it('publishes the files of an administrator that a crash left staged', async (t) => {
  const first = await TestServer.start(t);
  const { superAdministrator, home } = first;
  await first.running.stop();
  renameSync(path.join(home, 'admin'), path.join(home, '.admin.new'));

  const second = await TestServer.start(t, { home });
  assert.equal(second.running.firstStart, true, 'the operator is told where the files are');
  assert.deepEqual(second.superAdministrator, superAdministrator);
  assert.equal(existsSync(path.join(home, '.admin.new')), false);
  assert.equal((await second.call('/v1/ca')).status, 200);
});

it('removes staged files whose administrator was never stored', async (t) => {
  const first = await TestServer.start(t);
  const { superAdministrator, home } = first;
  await first.running.stop();
  const { certificatePem } = TestCa.root('CN=ManagementCA,O=Sealwright').issueClient('SuperAdmin');
  for (const text of [certificatePem, certificatePem.slice(0, 100), '', undefined]) {
    const staged = path.join(home, '.admin.new');
    mkdirSync(staged);
    if (text !== undefined) writeFileSync(path.join(staged, 'superadmin.crt.pem'), text);
    const next = await TestServer.start(t, { home });
    assert.equal(next.running.firstStart, false);
    assert.equal(existsSync(staged), false);
    assert.deepEqual(next.superAdministrator, superAdministrator);
    await next.running.stop();
  }
});

it('recovers an administrator while the server runs, on the record', async (t) => {
  const server = await TestServer.start(t);
  const lost = server.superAdministrator;
  const { code, output } = await runCommand(['admin', 'recover'], { home: server.home });
  assert.equal(code, 0, output);
  assert.notDeepEqual(server.superAdministrator, lost);
  assert.equal(statSync(path.join(server.home, 'admin', 'superadmin.key.pem')).mode & 0o777, 0o600);

  await eventually('its rights', async () => (await server.call('/v1/ca')).status === 200);
  assert.equal((await server.call('/v1/ca', { as: lost })).status, 200, 'the one before is not shut out by it');
  const recovery = auditRows(server).filter(({ event }) => event === 'ADMINISTRATOR_RECOVERED');
  assert.deepEqual(
    recovery.map(({ outcome, actor, serial }) => [outcome, actor, serial]),
    [['SUCCESS', 'host', server.superAdministratorSerial]],
  );
});

it('renews its certificate at two thirds of its life, without a restart', async (t) => {
  const server = await TestServer.start(t);
  const first = await shownBy(server);
  const [begin, end] = [first.validFromDate.getTime(), first.validToDate.getTime()];
  assert.equal(end - begin, (90 * 86_400 - 1) * 1000);
  const due = begin + ((end - begin) * 2) / 3;
  server.clock.advanceSeconds(Math.floor((due - server.clock.nowMs()) / 1000) - 60);
  await sleep(1500);
  assert.equal((await shownBy(server)).serialNumber, first.serialNumber);

  server.clock.advanceSeconds(120);
  await eventually('a new certificate', async () => (await shownBy(server)).serialNumber !== first.serialNumber);
  const second = await shownBy(server);
  assert.ok(second.validToDate.getTime() > end);
  assert.ok(second.verify(new X509Certificate(server.caChain).publicKey));
  assert.equal(renewals(server), 2);
  await sleep(1500);
  assert.equal(renewals(server), 2, 'once is enough');
});

it('does not renew its certificate when another one would not last longer', async (t) => {
  const server = await TestServer.start(t);
  const first = await shownBy(server);
  const end = new X509Certificate(server.caChain).validToDate.getTime();
  const moveTo = (hoursBeforeEnd: number) =>
    server.clock.advanceSeconds(Math.floor((end - server.clock.nowMs()) / 1000) - hoursBeforeEnd * 3600);
  moveTo(30);
  await eventually('a new certificate', async () => (await shownBy(server)).serialNumber !== first.serialNumber);
  assert.equal((await shownBy(server)).validToDate.getTime(), end, 'it ends with its CA');
  assert.equal(renewals(server), 2);
  for (const hoursBeforeEnd of [1, -1]) {
    moveTo(hoursBeforeEnd);
    await sleep(2200);
    assert.equal(renewals(server), 2);
  }
  const failures = server.log.filter((line) => line.includes('background task failed'));
  assert.deepEqual(failures, []);
});

it('takes another certificate for a further name, and keeps it', async (t) => {
  const first = await TestServer.start(t);
  const { home } = first;
  const before = await shownBy(first);
  await first.running.stop();
  const serials = new Set([before.serialNumber]);
  for (let start = 0; start < 2; start++) {
    const next = await TestServer.start(t, { home, names: ['pki.example.com', '192.0.2.7'] });
    const shown = await shownBy(next);
    assert.equal(shown.checkHost('pki.example.com'), 'pki.example.com');
    assert.equal(shown.checkHost('localhost'), 'localhost');
    assert.equal(shown.checkIP('192.0.2.7'), '192.0.2.7');
    serials.add(shown.serialNumber);
    await next.running.stop();
  }
  assert.equal(serials.size, 2);
});

function renewals(server: TestServer): number {
  return auditRows(server).filter(({ event }) => event === 'TLS_CERTIFICATE_RENEWED').length;
}
