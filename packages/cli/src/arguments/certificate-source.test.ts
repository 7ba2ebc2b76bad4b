import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import tls from 'node:tls';
import { TestCa } from '../../../../test/pki/test-pki.ts';
import { parseCertificateSource, readCertificateSource } from './certificate-source.ts';

const ca = TestCa.root().subordinate('CN=Issuing CA,O=Example');
const identity = ca.issueServer();
const RESPONSE = Uint8Array.of(0x30, 3, 1, 2, 3);
let directory: string;
before(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'certificate-source-'));
});
after(() => rm(directory, { recursive: true }));

const read = async (text: string, timeoutMs = 10_000) =>
  readCertificateSource(await parseCertificateSource(text), { timeoutMs });

/** Listens until the test ends. @returns `HOST:PORT` */
async function serve(t: TestContext, server: net.Server): Promise<string> {
  const sockets = new Set<net.Socket>();
  server.on('connection', (socket: net.Socket) => sockets.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `localhost:${(server.address() as AddressInfo).port}`;
}

describe('the source of a certificate', () => {
  it('is a server for HOST:PORT, and a file otherwise', async () => {
    const server = (host: string, port: number) => ({ kind: 'server', host, port });
    assert.deepEqual(await parseCertificateSource('web1.example:443'), server('web1.example', 443));
    assert.deepEqual(await parseCertificateSource('10.0.0.1:8443'), server('10.0.0.1', 8443));
    assert.deepEqual(await parseCertificateSource('[2001:db8::1]:443'), server('2001:db8::1', 443));
    for (const file of ['web1.crt.pem', './web1:443', 'C:\\web1.pem', 'web1', ':443', '2001:db8::1:443'])
      assert.deepEqual(await parseCertificateSource(file), { kind: 'file', file });
  });

  it('is the file of that name where there is one', async (t) => {
    const before = process.cwd();
    t.after(() => process.chdir(before));
    process.chdir(directory);
    await writeFile('web1:443', identity.certificatePem);
    assert.deepEqual(await parseCertificateSource('web1:443'), { kind: 'file', file: 'web1:443' });
  });

  it('is refused for a port or an address that cannot be', async () => {
    for (const text of ['web1:0', 'web1:65536', '[web1]:443', '[10.0.0.1]:443'])
      await assert.rejects(parseCertificateSource(text), { code: 'cli.usage' });
  });
});

describe('certificates of a file', () => {
  const store = async (content: string | Uint8Array) => {
    const file = path.join(directory, 'a.crt');
    await writeFile(file, content);
    return file;
  };

  it('are the first and those behind it, in PEM and DER', async () => {
    const found = await read(await store(identity.certificatePem + ca.chainPem));
    assert.deepEqual(found.certificate.der, identity.certificate.der);
    assert.deepEqual(
      found.chain.map(({ der }) => der),
      ca.chain.map(({ der }) => der),
    );
    const alone = await read(await store(identity.certificate.der));
    assert.deepEqual([alone.certificate.der, alone.chain], [identity.certificate.der, []]);
  });

  it('are refused when there are none', async () => {
    await assert.rejects(read(await store(identity.privateKeyPem)), { code: 'cli.file_unusable' });
    await assert.rejects(read(path.join(directory, 'none')), { code: 'cli.file_unreadable' });
  });
});

describe('certificates of a server', () => {
  for (const version of ['TLSv1.2', 'TLSv1.3'] as const)
    it(`are those that it shows, no matter who issued them, with the OCSP response that it staples, over ${version}`, async (t) => {
      const server = tls.createServer({
        cert: identity.certificatePem + ca.chainPem,
        key: identity.privateKeyPem,
        minVersion: version,
        maxVersion: version,
      });
      server.on('OCSPRequest', (_certificate, _issuer, callback) => callback(null, Buffer.from(RESPONSE)));
      const served = await serve(t, server);
      const { certificate, chain, ocspResponse } = await read(served);
      assert.deepEqual(certificate.der, identity.certificate.der);
      assert.deepEqual(
        chain.map(({ der }) => der),
        ca.chain.map(({ der }) => der),
      );
      assert.deepEqual(new Uint8Array(ocspResponse!), RESPONSE);
    });

  it('come without an OCSP response from a server that has none', async (t) => {
    const served = await serve(t, tls.createServer({ cert: identity.certificatePem, key: identity.privateKeyPem }));
    const { certificate, ocspResponse } = await read(served);
    assert.deepEqual([certificate.der, ocspResponse], [identity.certificate.der, undefined]);
  });

  it('are none where nobody listens, speaks TLS, stays, or answers in time', async (t) => {
    await assert.rejects(read('127.0.0.1:1'), { code: 'cli.unreachable' });
    const plain = await serve(
      t,
      net.createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
    );
    await assert.rejects(read(plain), { code: 'cli.tls' });
    const closing = await serve(
      t,
      net.createServer((socket) => socket.destroy()),
    );
    await assert.rejects(read(closing), { code: 'cli.unreachable' });
    const silent = await serve(t, net.createServer());
    await assert.rejects(read(silent, 50), { code: 'cli.timeout' });
  });
});
