import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import net, { type AddressInfo } from 'node:net';
import { after, afterEach, before, describe, it } from 'node:test';
import { TestCa } from '../../../../test/pki/test-pki.ts';
import { CaServer, run } from '../../test/ca-server.ts';

let server: CaServer;
before(async () => {
  server = await CaServer.start();
});
after(() => server.close());
afterEach(() => {
  server.intercept = undefined;
});

const failure = async (...args: readonly string[]) => {
  const { code, error } = await server.run('status', '--json', ...args);
  const parsed = JSON.parse(error) as { error: { code: string; message: string } };
  return { exitCode: code, ...parsed.error };
};

describe('a connection', () => {
  it('is made with the client certificate of the options', async () => {
    const { certificatePem, privateKeyPem } = server.ca.issueClient('alice');
    await writeFile(server.path('alice.crt.pem'), certificatePem);
    await writeFile(server.path('alice.key.pem'), privateKeyPem);
    const identity = ['--cert', server.path('alice.crt.pem'), '--key', server.path('alice.key.pem')];
    assert.equal((await server.run('ca', 'list', ...identity)).code, 0);
    assert.equal(server.requests.at(-1)!.client, 'alice');
  });

  it('is refused to a server whose certificate is of another CA', async () => {
    await writeFile(server.path('other.pem'), TestCa.root('CN=Other').certificatePem);
    const error = await failure('--cacert', server.path('other.pem'));
    assert.deepEqual([error.exitCode, error.code], [3, 'cli.tls']);
    assert.match(error.message, /is not trusted .*other\.pem are trusted; --cacert FILE/);
  });

  it('is refused by the CAs of the system, which do not include the test CA', async () => {
    const error = await failure('--cacert', 'system');
    assert.deepEqual([error.exitCode, error.code], [3, 'cli.tls']);
    assert.match(error.message, /the CAs of this system are trusted/);
  });

  it('is refused to a server whose certificate has another name', async () => {
    const other = await CaServer.start('dNSName=other.example');
    const result = await other.run('status', '--json');
    await other.close();
    const { error } = JSON.parse(result.error) as { error: { code: string; message: string; exit_code: number } };
    assert.deepEqual([error.exit_code, error.code], [3, 'cli.tls']);
    assert.match(error.message, /is for another name: DNS:other\.example/);
  });

  it('reaches an address as well as a name', async () => {
    assert.equal((await server.run('status', '--server', server.url.replace('localhost', '127.0.0.1'))).code, 0);
  });

  it('fails in words where nobody listens', async () => {
    const error = await failure('--server', 'https://127.0.0.1:1');
    assert.deepEqual([error.exitCode, error.code], [3, 'cli.unreachable']);
    assert.equal(error.message, 'https://127.0.0.1:1 refuses connections: no server is listening there');
  });

  it('says when the port speaks plain HTTP', async () => {
    const plain = net.createServer((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
    );
    plain.listen(0, '127.0.0.1');
    await once(plain, 'listening');
    try {
      const error = await failure('--server', `https://127.0.0.1:${(plain.address() as AddressInfo).port}`);
      assert.deepEqual([error.exitCode, error.code], [3, 'cli.tls']);
      assert.match(error.message, /does not speak TLS/);
    } finally {
      plain.close();
    }
  });

  it('ends when no answer comes in time', async () => {
    server.intercept = () => new Promise(() => {});
    const error = await failure('--timeout', '0.1');
    assert.deepEqual([error.exitCode, error.code], [3, 'cli.timeout']);
    assert.match(error.message, /gave no answer within 0\.1 s/);
  });
});

describe('an answer', () => {
  it('of more than 16 MiB is not read', async () => {
    server.intercept = () => ({ status: 200, body: 'x'.repeat(16 * 1024 * 1024 + 1) });
    const error = await failure();
    assert.deepEqual([error.exitCode, error.code], [5, 'cli.unexpected_answer']);
  });

  it('that is not JSON is told', async () => {
    server.intercept = () => ({ status: 200, body: '<html>' });
    assert.equal((await failure()).exitCode, 5);
  });

  it('of a proxy is shown, shortened and without control characters', async () => {
    server.intercept = () => ({ status: 503, body: `\u001b[31m down\n${'x'.repeat(1000)}` });
    const { code, error } = await server.run('status');
    assert.equal(code, 1);
    assert.match(error, /^sealwright: the server answered 503: {2}?\[31m down x{280,300}\n$/);
  });

  it('that sends elsewhere is not followed', async () => {
    server.intercept = () => ({ status: 302, body: '' });
    assert.equal((await failure()).message, 'the server answered 302');
  });
});

describe('credentials', () => {
  it('that do not belong together are refused before a connection is made', async () => {
    const sent = server.requests.length;
    const { certificatePem } = server.ca.issueClient('alice');
    await writeFile(server.path('bob.crt.pem'), certificatePem);
    await writeFile(server.path('bob.key.pem'), server.ca.issueClient('bob').privateKeyPem);
    const error = await failure('--cert', server.path('bob.crt.pem'), '--key', server.path('bob.key.pem'));
    assert.deepEqual([error.exitCode, error.code], [4, 'cli.file_unusable']);
    assert.match(error.message, /is not the private key of the certificate/);
    assert.equal(server.requests.length, sent);
  });

  it('that are named and missing are refused', async () => {
    const result = await run(['status', '--cert', '/nonexistent/a', '--key', '/nonexistent/b']);
    assert.equal(result.code, 4);
    assert.match(result.error, /\/nonexistent\/a \(the client certificate\) cannot be read: no such file/);
  });

  it('whose key is encrypted are refused in words', async () => {
    const { certificatePem, privateKey } = server.ca.issueClient('carol');
    const encrypted = privateKey.export({ format: 'pem', type: 'pkcs8', cipher: 'aes-256-cbc', passphrase: 'x' });
    await writeFile(server.path('carol.crt.pem'), certificatePem);
    await writeFile(server.path('carol.key.pem'), encrypted);
    const error = await failure('--cert', server.path('carol.crt.pem'), '--key', server.path('carol.key.pem'));
    assert.equal(error.exitCode, 4);
    assert.match(error.message, /is encrypted/);
  });

  it('of which the file of CAs holds none are refused', async () => {
    await writeFile(server.path('empty.pem'), 'nothing');
    const error = await failure('--cacert', server.path('empty.pem'));
    assert.equal(error.exitCode, 4);
    assert.match(error.message, /holds no certificate/);
  });
});
