/** Two server processes on one database: the first start, and enrollments at the same time. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type TemporaryDatabase, temporaryPostgres } from '../../../packages/server/test/temporary-database.ts';
import { assertClaims } from '../support/load/claims.ts';
import { newRequest } from '../support/enrollment.ts';
import { runCommand, ServerProcess } from '../support/server-process.ts';
import { eventually } from '../../eventually.ts';

describe('two server processes on one PostgreSQL database', () => {
  const masterKey = randomBytes(32).toString('base64');
  const homes = ['one', 'two'].map((name) => mkdtempSync(path.join(tmpdir(), `sealwright-${name}-`)));
  let database: TemporaryDatabase;
  let servers: ServerProcess[] = [];
  let administratorHome: string;

  before(async () => {
    database = await temporaryPostgres();
    const started = homes.map((home) => ServerProcess.start({ home, database: database.url, masterKey }));
    servers = await Promise.all(started);
    administratorHome = servers.find(({ hasAdministrator }) => hasAdministrator)!.options.home;
  });
  after(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await database.remove();
    for (const home of homes) rmSync(home, { recursive: true });
  });

  it('lets one of them make the installation, and both serve it', async () => {
    assert.equal(servers.filter(({ hasAdministrator }) => hasAdministrator).length, 1);
    for (const server of servers) {
      const { status, json } = await server.call('/v1/ca', { home: administratorHome });
      assert.equal(status, 200);
      assert.equal((json['certificate_authorities'] as unknown[]).length, 1);
    }
  });

  it('gives 100 enrollments at once what their claims allow', async () => {
    const administrator = servers.map((server) => ({
      call: (target: string, options: object) => server.call(target, { ...options, home: administratorHome }),
    }));
    await assertClaims(administrator, 100);
  });

  it('lets a recovered administrator in while the servers run', async () => {
    const home = mkdtempSync(path.join(tmpdir(), 'sealwright-three-'));
    homes.push(home);
    const { code, output } = await runCommand(['admin', 'recover'], { home, database: database.url, masterKey });
    assert.equal(code, 0, output);
    const body = newRequest({ username: 'recovered', subject: 'CN=recovered' });
    await eventually(
      'what another process has changed',
      async () => (await servers[0]!.call('/v1/ca', { home })).status === 200,
    );
    const enrolled = await servers[0]!.call('/v1/certificate/pkcs10enroll', { home, body });
    assert.equal(enrolled.status, 200, enrolled.text);
  });
});
