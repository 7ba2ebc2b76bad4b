/** `sealwright publisher`, and how operators learn of publishers by which nothing arrives. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { run } from '../../../packages/cli/test/ca-server.ts';
import { eventually } from '../../eventually.ts';
import { outboundHosts } from '../../outbound/outbound-hosts.ts';
import { webhookReceiver } from '../../outbound/webhook-receiver.ts';
import { createProfiles, enroll, requestUnder } from '../support/ca-rest-setup.ts';
import { newOfficer } from '../support/officers.ts';
import { TestServer } from '../support/test-server.ts';
import { publishedSerial } from '../support/published-serial.ts';
import { atEnd } from '../../../packages/server/test/at-end.ts';

const SECRET = 'a key of sixteen octets';

/** A server with the publishers `hook` and `files`, which all certificates under the profile `Both` go to. */
async function publishing(t: TestContext) {
  const directory = mkdtempSync(path.join(tmpdir(), 'sealwright-cli-published-'));
  atEnd(t, () => rmSync(directory, { recursive: true }));
  const receiver = await webhookReceiver(t);
  const server = await TestServer.start(t, {
    publisherDirectories: [directory],
    outboundHosts: outboundHosts(new URL(receiver.url).host),
  });
  const create = async (name: string, settings: object) =>
    assert.equal((await server.administer(`/documents/PUBLISHER/${name}`, { body: { settings } })).status, 201);
  await create('hook', { type: 'WEBHOOK', settings: { url: receiver.url, secret: SECRET } });
  await create('files', { type: 'FILES', settings: { directory } });
  await createProfiles(server, 'Both', { publishers: ['hook', 'files'] });
  const cli = (...args: readonly string[]) =>
    run(['--server', server.running.urls[0]!.replace('127.0.0.1', 'localhost'), '--home', server.home, ...args], {
      now: () => server.clock.nowMs(),
    });
  const listed = async (name: string) => {
    const { code, out, error } = await cli('publisher', 'list', '--json');
    assert.equal(code, 0, error);
    const { publishers } = JSON.parse(out) as {
      publishers: { name: string; state: string; waiting: number; held: number }[];
    };
    return publishers.find((each) => each.name === name)!;
  };
  let last = 0;
  const issue = () => enroll(server, requestUnder('Both', { username: `p${++last}`, subject: `CN=p${last}` }));
  const watch = async () => {
    await server.running.installation.background.scheduler.wake('watch-publishers');
    const metrics = await (await server.fetchOps('/metrics')).text();
    const answer = await server.fetchOps('/ready');
    const { checks } = (await answer.json()) as { checks: { name: string; note?: string }[] };
    return { metrics, ready: answer.status, note: checks.find(({ name }) => name === 'publishers')!.note };
  };
  return { cli, directory, issue, listed, receiver, server, watch };
}

describe('sealwright publisher', () => {
  it('lists what is held, tells operators of it, and has it tried again', async (t) => {
    const { cli, issue, listed, receiver, watch } = await publishing(t);
    assert.match((await cli('publisher', 'list')).out, /^files +FILES +working +0 +0/m);
    assert.equal((await watch()).note, undefined);
    receiver.status = 400;
    await issue();
    await eventually('the refusal', async () => (await listed('hook')).state === 'held');
    assert.match((await cli('publisher', 'list')).out, /^hook +WEBHOOK +held +0 +1 .*status 400/m);
    const { metrics, note, ready } = await watch();
    assert.deepEqual(
      [ready, note],
      [200, "Publisher 'hook' has 1 objects that wait for 'sealwright publisher retry'."],
    );
    assert.match(metrics, /^sealwright_publisher_held\{publisher="hook"\} 1$/m);
    assert.match(metrics, /^sealwright_publisher_held\{publisher="files"\} 0$/m);
    const status = await cli('status');
    assert.deepEqual(
      [status.code, /'hook' has 1 objects that wait for: sealwright publisher retry "hook"/.test(status.error)],
      [0, true],
    );
    receiver.status = 204;
    const retried = await cli('publisher', 'retry', 'hook');
    assert.deepEqual([retried.code, retried.out], [0, 'tried again: 1 object of hook\n'], retried.error);
    await eventually('an empty queue, and then a publisher that works', async () => {
      const { held, state, waiting } = await listed('hook');
      return held + waiting === 0 && state === 'working';
    });
    assert.doesNotMatch((await cli('status')).error, /hook/);
  });

  it('tests a publisher, and warns of one that has failed for minutes', async (t) => {
    const { cli, issue, listed, receiver, server, watch } = await publishing(t);
    const passed = await cli('publisher', 'test', 'hook');
    assert.deepEqual([passed.code, passed.out], [0, 'passed: hook\n']);
    receiver.status = 503;
    const failed = await cli('publisher', 'test', 'hook');
    assert.equal(failed.code, 1);
    assert.match(failed.out, /^failed: .*status 503/);
    assert.doesNotMatch(failed.out, /sixteen|token=secret/);
    await issue();
    await eventually('the failure', async () => (await listed('hook')).state === 'failing');
    assert.equal((await watch()).note, undefined, 'a receiver may start anew');
    server.clock.advanceSeconds(400);
    const { metrics, note, ready } = await watch();
    assert.equal(ready, 200);
    assert.match(note!, /^Publisher 'hook' has failed for \d+ minutes: .*status 503/);
    assert.match(metrics, /^sealwright_publisher_failing_since_timestamp_seconds\{publisher="hook"\} 1\d{9}/m);
    assert.match(metrics, /^sealwright_publisher_waiting\{publisher="hook"\} 1$/m);
    assert.match((await cli('status')).error, /the publisher 'hook' has failed since .*status 503/);
    assert.equal((await cli('publisher', 'test', 'nobody')).code, 1);
  });

  it('warns of one that cannot be used although a profile names it', async (t) => {
    const { cli, server, watch } = await publishing(t);
    const settings = { type: 'FILES', settings: { directory: 'not absolute' }, enabled: false };
    const put = (name: string, method: string) =>
      server.administer(`/documents/PUBLISHER/${name}`, { method, body: { settings } });
    assert.equal((await put('lone', 'POST')).status, 201);
    assert.match((await cli('publisher', 'list')).out, /^lone +FILES +unusable +0 +0 *$/m);
    assert.doesNotMatch((await cli('status')).error, /lone/);
    assert.equal((await put('files', 'PUT')).status, 200);
    assert.match((await cli('publisher', 'list')).out, /^files +FILES +unusable .* although profiles or CAs name it$/m);
    assert.match((await cli('status')).error, /the publisher 'files' cannot be used as it is set/);
    const { note, ready } = await watch();
    assert.deepEqual(
      [ready, note],
      [200, "Publisher 'files' cannot be used as it is set, and profiles or CAs name it."],
    );
    await watch();
    const logged = server.log.filter((line) => line.includes("The publisher 'files' cannot be used"));
    assert.equal(logged.length, 1, 'it is logged once');
  });

  it('has what was postponed tried at once', async (t) => {
    const { cli, directory, issue, listed } = await publishing(t);
    const obstacle = path.join(directory, 'certificates/ManagementCA');
    mkdirSync(path.dirname(obstacle));
    writeFileSync(obstacle, '');
    const { serialNumber } = await issue();
    await eventually('the failure', async () => /certificates/.test((await cli('publisher', 'list')).out));
    assert.deepEqual([(await listed('files')).waiting, (await listed('files')).held], [1, 0]);
    rmSync(obstacle);
    const retried = await cli('publisher', 'retry', 'files');
    assert.deepEqual([retried.code, retried.out], [0, 'tried again: 1 object of files\n'], retried.error);
    await eventually('the file', () => existsSync(path.join(obstacle, `${publishedSerial(serialNumber)}.cer`)));
  });

  it('says nothing of publishers to those who may not see them, not even which there are', async (t) => {
    const { server } = await publishing(t);
    const viewer = await newOfficer(server, 'Viewer', { '/ca_functionality/view_publisher/': 'ALLOW' });
    const blind = await newOfficer(server, 'Blind', { '/ca_functionality/view_ca/': 'ALLOW' });
    const seen = await server.administer('/publishers', { as: viewer });
    assert.deepEqual([seen.status, (seen.json['publishers'] as object[]).length], [200, 2]);
    assert.equal((await server.administer('/publishers', { as: blind })).status, 403);
    const asks = [
      ['GET', (name: string) => `/documents/PUBLISHER/${name}`],
      ['DELETE', (name: string) => `/documents/PUBLISHER/${name}`],
      ['POST', (name: string) => `/publishers/${name}/test`],
      ['POST', (name: string) => `/publishers/${name}/retry`],
    ] as const;
    for (const [method, target] of asks) {
      const [hidden, none] = [
        await server.administer(target('hook'), { method, as: blind }),
        await server.administer(target('nobody'), { method, as: blind }),
      ];
      assert.deepEqual(
        [hidden.status, hidden.text],
        [none.status, none.text.replaceAll('nobody', 'hook')],
        `${method} ${target('hook')}`,
      );
      assert.ok(hidden.status === 403 || hidden.status === 404, hidden.text);
    }
    // Who may edit profiles and CAs alone learns nothing by naming publishers.
    const editor = await newOfficer(server, 'Editor', {
      '/ca_functionality/edit_certificate_profiles/': 'ALLOW',
      '/ca_functionality/add_ca/': 'ALLOW',
      '/ca_functionality/edit_ca/': 'ALLOW',
      '/ca/': 'ALLOW',
    });
    for (const [target, of] of [
      ['/documents/CERTPROFILE/Naming', (name: string) => ({ publishers: [name] })],
      ['/documents/CA/Naming', (name: string) => ({ subjectDn: 'CN=Naming', crlPublishers: [name] })],
      ['/cas/Naming', (name: string) => ({ subjectDn: 'CN=Naming', crlPublishers: [name] })],
    ] as const) {
      const [hidden, none] = [
        await server.administer(target, { body: { settings: of('hook') }, as: editor }),
        await server.administer(target, { body: { settings: of('nobody') }, as: editor }),
      ];
      assert.deepEqual([hidden.status, hidden.text], [400, none.text.replaceAll('nobody', 'hook')], target);
      assert.equal(none.status, 400);
    }
    // Who only looks changes nothing, and causes no request to anybody.
    for (const act of ['test', 'retry'])
      assert.equal((await server.administer(`/publishers/hook/${act}`, { method: 'POST', as: viewer })).status, 403);
  });
});
