/** Notices of what ends soon, from the check to the mail and the webhook. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { DELIVER_NOTICES } from '../../../packages/server/src/modules/notices/index.ts';
import { RENEWAL_TASK } from '../../../packages/server/src/modules/ca/index.ts';
import { eventually } from '../../eventually.ts';
import { mailServer, type TestMailServer } from '../../outbound/mail-server.ts';
import { webhookReceiver, type WebhookReceiver } from '../../outbound/webhook-receiver.ts';
import { auditRows, detailsOf } from '../support/audit-records.ts';
import { certificatePath, createProfiles, enroll, newCrl, requestUnder } from '../support/ca-rest-setup.ts';
import { withDatabase } from '../support/installations/server-database.ts';
import { ServerProcess } from '../support/server-process.ts';
import { TestServer } from '../support/test-server.ts';
import { atEnd } from '../../../packages/server/test/at-end.ts';

const DAY = 86_400;
const SECRET = 'a key of sixteen octets';
const CHECKER = 'Certificate Expiration Checker';

/** Returns what a server knows of one that is reported. */
const statusOf = (server: TestServer, serial: string) =>
  withDatabase(server, (database) =>
    Number(
      database
        .prepare('SELECT status FROM certificate WHERE serial = ?')
        .get(Uint8Array.fromHex(serial.padStart(Math.ceil(serial.length / 2) * 2, '0')))!['status'],
    ),
  );

describe('what ends soon', () => {
  const ends: (() => Promise<void> | void)[] = [];
  const context = { after: (end: unknown) => void ends.unshift(end as () => Promise<void>) };
  const directory = mkdtempSync(path.join(tmpdir(), 'sealwright-notices-'));
  let server: TestServer;
  let mails: TestMailServer;
  let hook: WebhookReceiver;
  const run = async (name = CHECKER) => {
    const { status } = await server.call(`/v1/system/service/${encodeURIComponent(name)}/run`, { method: 'PUT' });
    await server.running.installation.background.scheduler.wake(DELIVER_NOTICES);
    return status;
  };
  const told = () => hook.posts.flatMap(({ json }) => json.notices);
  const toldOf = (name: string) => told().filter((notice) => notice['name'] === name);
  const make = async (name: string, settings: object) => {
    const body = { settings: { worker: 'CERTIFICATE_EXPIRATION_CHECKER', active: false, ...settings } };
    const { status, text } = await server.administer(`/documents/SERVICE/${encodeURIComponent(name)}`, { body });
    assert.equal(status, 201, text);
  };
  const issue = async (username: string, profile = 'Months', email?: string) =>
    enroll(server, { ...requestUnder(profile, { username, subject: `CN=${username}` }), ...(email && { email }) });

  before(async () => {
    mails = await mailServer(context);
    hook = await webhookReceiver(context);
    const secretFile = path.join(directory, 'secret');
    writeFileSync(secretFile, `${SECRET}\n`, { mode: 0o600 });
    server = await TestServer.start(context, {
      notices: {
        webhook: { url: hook.url, secretFile },
        mail: {
          server: { host: '127.0.0.1', port: mails.port, tls: false, user: undefined },
          passwordFile: undefined,
          sender: 'pki@example.com',
          recipients: ['ops@example.com'],
        },
      },
    });
    await createProfiles(server, 'Months', { validity: '90d' });
    await createProfiles(server, 'Days', { validity: '5d' });
  });
  after(async () => {
    for (const end of ends) await end();
    rmSync(directory, { recursive: true });
  });

  it('is nothing of a new installation: what it renews by itself alarms nobody', async () => {
    await server.running.installation.background.scheduler.wake(RENEWAL_TASK);
    const responders = () =>
      withDatabase(server, (database) =>
        Number(database.prepare('SELECT count(*) AS n FROM ocsp_responder').get()!['n']),
      );
    assert.ok(responders() > 0);
    await run();
    assert.deepEqual(told(), []);
  });

  it('is reported once, by mail and webhook, when a month is left', async () => {
    await issue('alice');
    await run();
    assert.deepEqual(toldOf('CN=alice'), [], 'not as soon as it is issued');
    server.clock.advanceSeconds(61 * DAY);
    assert.equal(await run(), 200);
    const [notice, ...more] = toldOf('CN=alice');
    assert.deepEqual(more, []);
    assert.equal(notice!['username'], 'alice');
    assert.equal(notice!['ca'], 'ManagementCA');
    assert.equal(notice!['certificate_profile'], 'Months');
    assert.match(notice!['to_do']!, /sealwright cert renew/);
    const post = hook.posts.find(({ json }) => json.notices.includes(notice!))!;
    const signature = createHmac('sha256', SECRET).update(post.body).digest('hex');
    assert.equal(post.headers['x-sealwright-signature'], `sha256=${signature}`);
    const mail = mails.mails.find(({ text }) => text.includes('certificate CN=alice'))!;
    assert.deepEqual(mail.to, ['ops@example.com']);
    await run();
    assert.equal(toldOf('CN=alice').length, 1);
    assert.equal(mails.mails.filter(({ text }) => text.includes('CN=alice')).length, 1);
  });

  it('has the status 21, is active all the same, and is in the list of those that expire', async () => {
    const certificate = await issue('bob');
    server.clock.advanceSeconds(61 * DAY);
    await run();
    assert.equal(statusOf(server, certificate.serialNumber), 21);
    const search = async (value: string) => {
      const body = {
        pagination: { page_size: 10, current_page: 1 },
        criteria: [
          { property: 'STATUS', value, operation: 'EQUAL' },
          { property: 'USERNAME', value: 'bob', operation: 'EQUAL' },
        ],
      };
      const { status, json, text } = await server.call('/v2/certificate/search', { body });
      assert.equal(status, 200, text);
      return (json['certificates'] as unknown[]).length;
    };
    assert.deepEqual(
      await Promise.all(['CERT_ACTIVE', 'CERT_NOTIFIEDABOUTEXPIRATION', 'CERT_REVOKED'].map(search)),
      [1, 1, 0],
    );
    const { json } = await server.call('/v1/certificate/expire?days=30&offset=0&maxNumberOfResults=100');
    const listed = (json['certificates_rest_response'] as { certificates: { serial_number: string }[] }).certificates;
    assert.ok(listed.some((one) => one.serial_number === certificate.serialNumber));
    const { json: state } = await server.call(certificatePath(certificate, 'revocationstatus'));
    assert.equal(state['revoked'], false);
    const counted = async (isActive: boolean) =>
      Number((await server.call(`/v2/certificate/count?isActive=${isActive}`)).json['count']);
    // What the server makes for itself now that so much time has passed counts, too.
    for (const task of [RENEWAL_TASK, 'follow-installation'])
      await server.running.installation.background.scheduler.wake(task);
    const before = [await counted(true), await counted(false)];
    // It is revoked as any other one, is on the CRL, and active again when it is released.
    const change = async (reason: string) =>
      assert.equal(
        (await server.call(certificatePath(certificate, `revoke?reason=${reason}`), { method: 'PUT' })).status,
        200,
      );
    await change('CERTIFICATE_HOLD');
    assert.equal(await counted(true), before[0]! - 1);
    const onCrl = async () =>
      [...(await newCrl(server)).entries()].some((entry) => entry.serialNumberText === certificate.serialNumber);
    assert.equal(await onCrl(), true);
    await change('REMOVE_FROM_CRL');
    assert.equal(await onCrl(), false);
    assert.deepEqual([await counted(true), await counted(false)], before);
    await run();
    assert.equal(toldOf('CN=bob').length, 1);
  });

  it('is reported again where another service has less time, and at its end entity', async () => {
    await make('A week', {
      certificateProfiles: ['Months'],
      objects: ['CERTIFICATES'],
      sendToEndUsers: true,
      sendToAdmins: false,
    });
    await issue('carol', 'Months', 'carol@example.com');
    server.clock.advanceSeconds(61 * DAY);
    await run();
    assert.equal(await run('A week'), 409, 'nothing to do');
    server.clock.advanceSeconds(23 * DAY);
    assert.equal(await run('A week'), 200);
    assert.equal(toldOf('CN=carol').length, 1);
    const own = mails.mails.filter(({ to }) => to[0] === 'carol@example.com');
    assert.equal(own.length, 1);
    assert.match(own[0]!.text, /^Your certificates end soon\.[^]*certificate CN=carol/);
    assert.doesNotMatch(own[0]!.text, /alice|bob/);
  });

  it('is left alone when its life is short, unless its profile is named', async () => {
    await issue('dave', 'Days');
    server.clock.advanceSeconds(4 * DAY);
    await run();
    assert.deepEqual(toldOf('CN=dave'), []);
    await make('Days', { certificateProfiles: ['Days'], objects: ['CERTIFICATES'] });
    await run('Days');
    assert.equal(toldOf('CN=dave').length, 1);
  });

  it('is said to be renewed when it is, and not reported when it is revoked', async () => {
    await Promise.all([issue('erin'), issue('frank')].map(async (one) => one));
    server.clock.advanceSeconds(50 * DAY);
    const again = await issue('erin');
    const revoked = await issue('grace');
    await server.call(certificatePath(revoked, 'revoke?reason=SUPERSEDED'), { method: 'PUT' });
    server.clock.advanceSeconds(12 * DAY);
    await run();
    const [notice] = toldOf('CN=erin');
    assert.equal(notice!['renewed_until'], new Date(again.notAfter * 1000).toISOString().replace('.000', ''));
    assert.equal(toldOf('CN=frank')[0]!['renewed_until'], undefined);
    server.clock.advanceSeconds(49 * DAY);
    await run();
    assert.deepEqual(toldOf('CN=grace'), []);
  });

  it('is a CRL that is not made although it is due', async () => {
    const update = async () => server.call('/v1/system/service/CRL%20Updater/run', { method: 'PUT' });
    await update();
    const before = told().length;
    server.clock.advanceSeconds(DAY - 300 - 2);
    await run();
    assert.equal(
      told()
        .slice(before)
        .filter(({ kind }) => kind === 'crl').length,
      0,
      'half of the time is left',
    );
    server.clock.advanceSeconds(10);
    await run();
    await run();
    const found = told()
      .slice(before)
      .filter(({ kind }) => kind === 'crl');
    assert.equal(found.length, 1);
    assert.match(found[0]!['name']!, /^number \d+ of 'ManagementCA'$/);
    assert.match(found[0]!['to_do']!, /sealwright crl create/);
    await update();
  });

  it('is not looked for while the clock is doubted', async () => {
    await issue('heidi');
    server.clock.advanceSeconds(61 * DAY);
    server.clock.setAheadSeconds(3600);
    await server.running.installation.clock.belief.observe();
    assert.equal(await run(), 503);
    assert.deepEqual(toldOf('CN=heidi'), []);
    server.clock.setAheadSeconds(0);
    await server.running.installation.clock.belief.observe();
    assert.equal(await run(), 200);
    assert.equal(toldOf('CN=heidi').length, 1);
  });

  it('waits for a webhook that is away, and holds up neither mails nor enrollments', async () => {
    hook.status = 500;
    await issue('ivan');
    server.clock.advanceSeconds(61 * DAY);
    await run();
    await issue('judy');
    assert.ok(mails.mails.some(({ text }) => text.includes('CN=ivan')));
    const tries = hook.posts.filter(({ json }) => json.notices.some(({ name }) => name === 'CN=ivan'));
    assert.equal(tries.length, 1);
    hook.status = 204;
    server.clock.advanceSeconds(120);
    await server.running.installation.background.scheduler.wake(DELIVER_NOTICES);
    const [first, second] = hook.posts.filter(({ json }) => json.notices.some(({ name }) => name === 'CN=ivan'));
    assert.deepEqual(second!.body, first!.body);
  });

  it('is in the log, line by line, and in the metrics; the webhook and its token are in neither', async () => {
    const lines = server.log.filter((line) => line.includes('"ends soon"') && line.includes('CN=alice'));
    assert.equal(lines.length, 1);
    assert.equal((JSON.parse(lines[0]!) as { level: number }).level, 40);
    const metrics = await (await fetch(new URL('/metrics', server.running.urls[2]))).text();
    assert.match(metrics, /^sealwright_notices_total\{channel="webhook"\} \d+$/m);
    assert.match(metrics, /^sealwright_notice_oldest_waiting_timestamp_seconds\{channel="mail"\} 0$/m);
    assert.doesNotMatch(server.log.join('') + metrics, /token=secret|\/hook/);
    const rows = auditRows(server).filter(({ event }) => event === 'CERT_CHANGEDSTATUS');
    assert.ok(rows.some((row) => detailsOf(row)['service'] === CHECKER));
  });
});

describe('a server that is killed', () => {
  it('while it tells loses nothing, and tells the same again', async (t) => {
    const hook = await webhookReceiver(t);
    hook.status = 0;
    const home = mkdtempSync(path.join(tmpdir(), 'sealwright-notices-'));
    atEnd(t, () => rmSync(home, { recursive: true, force: true }));
    const prepared = await TestServer.start(t, {});
    await prepared.running.stop();
    const options = { home: prepared.home, settings: ['--notice-webhook', hook.url] };
    const first = await ServerProcess.start(options);
    atEnd(t, () => first.child.kill('SIGKILL'));
    const soon = Math.floor(Date.now() / 1000) + 5 * DAY;
    withDatabase(prepared, (database) =>
      database.exec(`UPDATE certificate SET not_before_s = ${soon - 90 * DAY}, not_after_s = ${soon} WHERE type = 1`),
    );
    const { status } = await first.call(`/v1/system/service/${encodeURIComponent(CHECKER)}/run`, { method: 'PUT' });
    assert.equal(status, 200);
    const [lost] = await eventually('the notice', () => hook.posts.length > 0 && hook.posts);
    first.child.kill('SIGKILL');
    await eventually('its end', () => first.child.signalCode !== null);
    hook.status = 204;
    // Nobody waits for the leases of the dead.
    withDatabase(prepared, (database) => database.exec('UPDATE service_lease SET until_ms = 0'));
    const second = await ServerProcess.start(options);
    atEnd(t, () => second.stop());
    const again = await eventually('the repetition', () => hook.posts[1]);
    assert.equal(again.json.id, lost!.json.id);
    assert.deepEqual(again.body, lost!.body);
    const left = () =>
      withDatabase(prepared, (database) => database.prepare(`SELECT count(*) AS n FROM notice_message`).get()!['n']);
    await eventually('the note of its arrival', () => Number(left()) === 0);
    assert.equal(hook.posts.length, 2);
  });
});
