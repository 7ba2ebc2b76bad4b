/** HAProxy, which ends TLS in front of a server and passes certificates on. */
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { sharedServer } from '../../e2e/support/ca-rest-setup.ts';
import { CA_REST, type CallOptions, type ClientIdentity, send } from '../../e2e/support/test-server.ts';
import { TestCa, type TestIdentity } from '../../pki/test-pki.ts';
import { startHaproxy } from '../programs/haproxy.ts';

const SECRET = 'fbcd2d3f3c8b40b6a1b7c0c29b9f1a55';

describe('HAProxy in front of a server', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'sealwright-balanced-'));
  const secretFile = path.join(directory, 'proxy.secret');
  writeFileSync(secretFile, SECRET, { mode: 0o600 });
  const shared = sharedServer({
    trustedProxies: { addresses: ['127.0.0.2'], secretFile, addressHeader: 'x-forwarded-for' },
  });
  let shownBy: ClientIdentity;
  let elsewhere: TestCa;
  let url: string;
  const ends: (() => unknown)[] = [];
  const start = async (secret: string) =>
    startHaproxy(
      { after: (end) => void ends.unshift(end) },
      {
        shown: `${shownBy.cert}${shownBy.key}`,
        cas: `${shared.server.caChain}${elsewhere.certificatePem}`,
        secret,
        port: Number(new URL(shared.server.running.urls[0]!).port),
      },
    );
  before(async () => {
    elsewhere = TestCa.root('CN=Elsewhere');
    shownBy = pemOf(elsewhere.issue({ subject: 'CN=localhost', alternativeNames: 'dNSName=localhost' }));
    url = await start(SECRET);
  });
  after(async () => {
    for (const end of ends) await end();
    rmSync(directory, { recursive: true });
  });

  const ask = async (identity: ClientIdentity | undefined, options: CallOptions = {}, at = url) =>
    send(new URL(`${CA_REST}/v1/ca`, at), { ...identity, ca: elsewhere.certificatePem }, options);

  it('passes callers on as who they are, many on the same connections', async () => {
    const { superAdministrator } = shared.server;
    const stranger = pemOf(elsewhere.issue({ subject: 'CN=stranger', purposes: ['clientAuth'] }));
    const callers = [superAdministrator, undefined, stranger];
    const rounds = Array.from({ length: 10 }, () => callers).flat();
    const answers = await Promise.all(rounds.map((caller) => ask(caller)));
    assert.deepEqual(
      answers.map(({ status }) => status),
      rounds.map((caller) => (caller === superAdministrator ? 200 : 403)),
    );
  });

  it('passes the certificate of a resumed session on', async () => {
    const agent = new Agent({ keepAlive: false, maxCachedSessions: 10 });
    const first = await ask(shared.server.superAdministrator, { agent });
    const second = await ask(shared.server.superAdministrator, { agent });
    assert.deepEqual([first.status, second.status, second.resumed], [200, 200, true]);
  });

  it('lets no client name a certificate, an address or a secret', async () => {
    const certificate = new X509Certificate(shared.server.superAdministrator.cert).raw.toString('base64');
    const headers = {
      'Client-Cert': `:${certificate}:`,
      'Client-Cert-Chain': 'x',
      'Sealwright-Proxy-Secret': SECRET,
      'X-Forwarded-For': '6.6.6.6',
    };
    assert.equal((await ask(undefined, { headers })).status, 403);
    assert.equal((await ask(shared.server.superAdministrator, { headers })).status, 200);
    const last = JSON.parse(shared.server.log.at(-1)!) as Record<string, unknown>;
    assert.deepEqual([last['remoteAddress'], last['proxy']], ['127.0.0.1', '127.0.0.2']);
  });

  it('is refused with another secret', async () => {
    const other = await start(SECRET.replace('f', '0'));
    const { status, text } = await ask(shared.server.superAdministrator, {}, other);
    assert.equal(status, 403);
    assert.match(text, /Sealwright-Proxy-Secret/);
  });
});

function pemOf({ certificatePem, privateKeyPem }: TestIdentity): ClientIdentity {
  return { cert: certificatePem, key: privateKeyPem };
}
