/** The command as it is started: by the launcher, in a process of its own. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { CaServer, type RunResult } from '../test/ca-server.ts';

let server: CaServer;
before(async () => {
  server = await CaServer.start();
});
after(() => server.close());

const LAUNCHER = fileURLToPath(new URL('../../../bin/sealwright.js', import.meta.url));

async function start(args: readonly string[], umask?: string): Promise<RunResult> {
  const command = [process.execPath, LAUNCHER, ...args];
  // Only a shell can give a child another umask.
  const child =
    umask === undefined
      ? spawn(command[0]!, command.slice(1), { env: environment() })
      : spawn('/bin/sh', ['-c', `umask ${umask}; exec "$@"`, 'sh', ...command], { env: environment() });
  const [out, error, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code: code as number, out, error };
}

function environment(): Record<string, string> {
  const cache = server.path('cache');
  return {
    PATH: process.env['PATH'] ?? '',
    XDG_CACHE_HOME: cache,
    SEALWRIGHT_SERVER: server.url,
    SEALWRIGHT_HOME: server.home,
  };
}

describe('the sealwright command', { concurrency: true }, () => {
  it('enrolls, with a key that nobody else can read whatever the umask', async () => {
    const args = ['enroll', '--ca', 'Issuing CA', '--profile', 'SERVER', '--username', 'web1', '--subject', 'CN=web1'];
    const result = await start([...args, '--out', server.path('web1'), '--json'], '000');
    assert.deepEqual([result.code, result.error], [0, '']);
    assert.equal((JSON.parse(result.out) as { subject_dn: string }).subject_dn, 'CN=web1');
    assert.match(await readFile(server.path('web1.key.pem'), 'utf8'), /^-----BEGIN PRIVATE KEY-----/);
    assert.equal((await stat(server.path('web1.key.pem'))).mode & 0o777, 0o600);
    assert.equal((await stat(server.path('web1.crt.pem'))).mode & 0o777, 0o644);
  });

  it('ends when the reader of its output has seen enough', async () => {
    const item = { serialNumber: '5A', status: 20, type: 1, subjectDN: 'CN=a', revocationReason: -1, udpateTime: 0 };
    const page = { certificates: Array.from({ length: 100 }, () => ({ ...item, fingerprint: '' })) };
    server.intercept = ({ url }) => (url.endsWith('/v2/certificate/search') ? { status: 200, body: page } : undefined);
    const child = spawn(process.execPath, [LAUNCHER, 'cert', 'list'], { env: environment() });
    await once(child.stdout, 'data');
    child.stdout.destroy();
    const [[code], error] = await Promise.all([once(child, 'exit'), text(child.stderr)]);
    server.intercept = undefined;
    assert.deepEqual([code, error], [0, '']);
  });

  it('exits with 1 when the server refuses', async () => {
    const result = await start(['ca', 'chain', 'CN=Other']);
    assert.deepEqual([result.code, result.out], [1, '']);
    assert.match(result.error, /^sealwright: the server answered 404: [^\n]+\n$/);
  });

  it('exits with 2 when it is told what it does not know', async () => {
    const result = await start(['ca', 'lst', '--json']);
    assert.deepEqual([result.code, result.out], [2, '']);
    assert.match(result.error, /^\{"error":\{"code":"cli\.usage",[^\n]+\}\n$/);
  });

  it('exits with 3 when nobody listens', async () => {
    const result = await start(['status', '--server', 'https://127.0.0.1:1']);
    assert.deepEqual([result.code, result.out], [3, '']);
    assert.match(result.error, /^sealwright: [^\n]+\n$/);
  });
});
