/** Objects that a server issues arrive where its publishers take them. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { Certificate } from '@sealwright/pki';
import { eventually } from '../../eventually.ts';
import { outboundHosts } from '../../outbound/outbound-hosts.ts';
import { type WebhookReceiver, webhookReceiver } from '../../outbound/webhook-receiver.ts';
import {
  certificatePath,
  createProfiles,
  editCa,
  enroll,
  newCrl,
  requestUnder,
  sharedServer,
} from '../support/ca-rest-setup.ts';
import { publishedSerial } from '../support/published-serial.ts';
import type { TestServer } from '../support/test-server.ts';
import { atEnd } from '../../../packages/server/test/at-end.ts';

const SECRET = 'a key of sixteen octets';

interface Posted {
  readonly act: string;
  readonly object: Readonly<Record<string, unknown>>;
}

describe('publishers', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'sealwright-published-'));
  after(() => rmSync(directory, { recursive: true }));
  const shared = sharedServer({ publisherDirectories: [directory] });

  const publisher = async (server: TestServer, name: string, settings: Readonly<Record<string, unknown>>) => {
    const answer = await server.administer(`/documents/PUBLISHER/${name}`, { body: { settings } });
    assert.equal(answer.status, 201, answer.text);
  };
  const files = async (server: TestServer, name: string, settings: Readonly<Record<string, unknown>> = {}) =>
    publisher(server, name, { type: 'FILES', settings: { directory: path.join(directory, name) }, ...settings });
  const listed = async (server: TestServer, name: string) => {
    const { json } = await server.administer('/publishers');
    return (json['publishers'] as readonly Record<string, unknown>[]).find((one) => one['name'] === name);
  };
  const fileOf = (name: string, { serialNumber }: Certificate) =>
    path.join(directory, name, `certificates/ManagementCA/${publishedSerial(serialNumber)}.cer`);

  it('get a certificate with its enrollment, and take it away with its revocation', async () => {
    const { server } = shared;
    await files(server, 'mirror', { revokedCertificates: 'REMOVE' });
    await createProfiles(server, 'Mirrored', { publishers: ['mirror'] });
    const certificate = await enroll(server, requestUnder('Mirrored', { username: 'm1', subject: 'CN=m1' }));
    const file = fileOf('mirror', certificate);
    await eventually('the certificate', () => existsSync(file));
    assert.deepEqual(new Uint8Array(readFileSync(file)), certificate.der);
    const revoke = (reason: string) =>
      server.call(certificatePath(certificate, `revoke?reason=${reason}`), { method: 'PUT' });
    assert.equal((await revoke('CERTIFICATE_HOLD')).status, 200);
    await eventually('its removal', () => !existsSync(file));
    assert.equal((await revoke('REMOVE_FROM_CRL')).status, 200);
    await eventually('its return', () => existsSync(file));
  });

  it('get each CRL and the certificate of a CA', async () => {
    const { server } = shared;
    await files(server, 'relying');
    await editCa(server, 'ManagementCA', { crlPublishers: ['relying'], deltaCrlPeriod: '1h' });
    const crl = await newCrl(server);
    const file = path.join(directory, 'relying/crls/ManagementCA.crl');
    await eventually('the CRL', () => existsSync(file) && readFileSync(file).equals(crl.der));
    const name = 'Published CA';
    const made = await server.administer(`/cas/${encodeURIComponent(name)}`, {
      body: {
        settings: {
          subjectDn: 'CN=Published CA',
          crlPublishers: ['relying'],
          cryptoToken: 'ManagementCA',
          certSignKey: 'published',
          signKeySpec: 'P-256',
          signatureAlgorithm: 'SHA256withECDSA',
        },
      },
    });
    assert.ok([200, 201].includes(made.status), made.text);
    const own = path.join(directory, 'relying/cas/Published_20CA.cer');
    await eventually('the certificate of the CA', () => existsSync(own));
    assert.equal(Certificate.parse(readFileSync(own)).subject.toString(), 'CN=Published CA');
    await eventually('its first CRL', () => existsSync(path.join(directory, 'relying/crls/Published_20CA.crl')));
  });

  it('get the CRLs and the certificate of a CA that is renamed under its new name at once, and keep the old files', async () => {
    const { server } = shared;
    await files(server, 'renaming');
    const made = await server.administer('/cas/Before', {
      body: {
        settings: {
          subjectDn: 'CN=Renamed',
          crlPublishers: ['renaming'],
          cryptoToken: 'ManagementCA',
          certSignKey: 'renamed',
          signKeySpec: 'P-256',
          signatureAlgorithm: 'SHA256withECDSA',
        },
      },
    });
    assert.ok([200, 201].includes(made.status), made.text);
    const there = (name: string) => existsSync(path.join(directory, 'renaming', name));
    await eventually('the old names', () => there('cas/Before.cer') && there('crls/Before.crl'));
    const renamed = await server.administer('/documents/CA/Before/rename', { body: { new_name: 'After' } });
    assert.equal(renamed.status, 200, renamed.text);
    await eventually('the new names', () => there('cas/After.cer') && there('crls/After.crl'));
    assert.ok(there('cas/Before.cer') && there('crls/Before.crl'), 'certificates in use may name these addresses');
  });

  it('collect while they are not enabled, and deliver afterwards', async () => {
    const { server } = shared;
    await files(server, 'later', { enabled: false });
    await createProfiles(server, 'Later', { publishers: ['later'] });
    const certificate = await enroll(server, requestUnder('Later', { username: 'l1', subject: 'CN=l1' }));
    const { state, waiting } = (await listed(server, 'later'))!;
    assert.deepEqual([state, waiting], ['disabled', 1]);
    assert.equal(existsSync(fileOf('later', certificate)), false);
    const { status } = await server.administer('/documents/PUBLISHER/later', {
      method: 'PUT',
      body: { settings: { type: 'FILES', settings: { directory: path.join(directory, 'later') } } },
    });
    assert.equal(status, 200);
    await eventually('the delivery', () => existsSync(fileOf('later', certificate)));
  });

  it('are removed with their queue', async () => {
    const { server } = shared;
    await files(server, 'gone', { enabled: false });
    await createProfiles(server, 'Gone', { publishers: ['gone'] });
    await enroll(server, requestUnder('Gone', { username: 'g1', subject: 'CN=g1' }));
    const target = '/documents/PUBLISHER/gone';
    // A profile names it.
    assert.equal((await server.administer(target, { method: 'DELETE' })).status, 409);
    const { installation } = server.running;
    const free = { settings: { keyUsage: ['digitalSignature'] } };
    const { status } = await server.administer('/documents/CERTPROFILE/Gone', { method: 'PUT', body: free });
    assert.equal(status, 200);
    assert.equal((await server.administer(target, { method: 'DELETE' })).status, 200);
    const { publications } = installation.storage.stores;
    const { length: before } = await publications.findPublishers();
    await installation.publishers.tasks.sweep.run(new AbortController().signal);
    const there = new Set((await installation.configuration.listHeads('PUBLISHER')).map(({ id }) => id));
    const after = await publications.findPublishers();
    assert.equal(after.length, before - 1);
    assert.ok(after.every((id) => there.has(id)));
  });

  it('are tested and never show their secrets', async (t) => {
    const { server } = shared;
    await files(server, 'outside', { settings: { directory: '/etc' } });
    const { json } = await server.administer('/publishers/outside/test', { method: 'POST' });
    assert.equal(json['passed'], false);
    assert.match(json['problem'] as string, /--publisher-directory/);
    const receiver = await webhookReceiver(t);
    await publisher(server, 'hook', { type: 'WEBHOOK', settings: { url: receiver.url, secret: SECRET } });
    const shown = await server.administer('/documents/PUBLISHER/hook');
    assert.doesNotMatch(shown.text, /sixteen/);
    // Who may edit it does not get the secret sent to himself.
    const moved = { type: 'WEBHOOK', settings: { url: 'https://elsewhere.example.com/', secret: 'placeholder' } };
    const refused = await server.administer('/documents/PUBLISHER/hook', { method: 'PUT', body: { settings: moved } });
    assert.equal(refused.status, 400);
    assert.match(refused.text, /give 'secret' anew/);
    assert.equal((await server.administer('/publishers/nobody/test', { method: 'POST' })).status, 404);
  });

  it('are refused with settings that nothing reads', async () => {
    const { server } = shared;
    const settings = { type: 'FILES', settings: { directory: '/srv', onlyIssuer: 'x' } };
    const refused = await server.administer('/documents/PUBLISHER/strict', { body: { settings } });
    assert.equal(refused.status, 400);
    assert.match(refused.text, /onlyIssuer/);
  });
});

describe('a publisher that fails', () => {
  it('delays neither enrollments nor other publishers, and gets everything once it is back', async (t) => {
    const directory = mkdtempSync(path.join(tmpdir(), 'sealwright-beside-'));
    atEnd(t, () => rmSync(directory, { recursive: true }));
    const receiver = await webhookReceiver(t);
    const { TestServer: Server } = await import('../support/test-server.ts');
    const server = await Server.start(t, {
      publisherDirectories: [directory],
      outboundHosts: outboundHosts(new URL(receiver.url).host),
    });
    const create = async (name: string, settings: Readonly<Record<string, unknown>>) =>
      assert.equal((await server.administer(`/documents/PUBLISHER/${name}`, { body: { settings } })).status, 201);
    await create('hook', { type: 'WEBHOOK', settings: { url: receiver.url, secret: SECRET } });
    await create('files', { type: 'FILES', settings: { directory } });
    await createProfiles(server, 'Both', { publishers: ['hook', 'files'] });
    receiver.status = 503;
    const issued: Certificate[] = [];
    for (const name of ['a', 'b', 'c'])
      issued.push(await enroll(server, requestUnder('Both', { username: name, subject: `CN=${name}` })));
    const fileOf = ({ serialNumber }: Certificate) =>
      path.join(directory, `certificates/ManagementCA/${publishedSerial(serialNumber)}.cer`);
    await eventually('the files', () => issued.every((one) => existsSync(fileOf(one))));
    const hook = async () => {
      const { json } = await server.administer('/publishers');
      return (json['publishers'] as readonly Record<string, unknown>[]).find(({ name }) => name === 'hook')!;
    };
    await eventually('the failure', async () => (await hook())['state'] === 'failing');
    const { waiting, last_error: problem, oldest } = await hook();
    assert.equal(waiting, 3);
    assert.match(problem as string, /status 503/);
    assert.ok(oldest !== undefined);
    receiver.status = 204;
    receiver.posts.length = 0;
    assert.equal((await server.administer('/publishers/hook/retry', { method: 'POST' })).status, 200);
    await eventually('the posts', () => arrived(receiver, issued));
    await eventually('an empty queue, and then a publisher that works', async () => {
      const { waiting: left, state } = await hook();
      return left === 0 && state === 'working';
    });
    const [post] = receiver.posts;
    const signature = createHmac('sha256', SECRET).update(post!.body).digest('hex');
    assert.equal(post!.headers['x-sealwright-signature'], `sha256=${signature}`);
    assert.equal((await server.administer('/publishers/hook/test', { method: 'POST' })).json['passed'], true);
    const metrics = await (await server.fetchOps('/metrics')).text();
    assert.match(metrics, /# TYPE sealwright_publisher_waiting gauge/);
  });
});

function arrived({ posts }: WebhookReceiver, issued: readonly Certificate[]): boolean {
  const serials = new Set(posts.map(({ json }) => (json as unknown as Posted).object['serial_number']));
  return issued.every(({ serialNumber }) => serials.has(publishedSerial(serialNumber)));
}
