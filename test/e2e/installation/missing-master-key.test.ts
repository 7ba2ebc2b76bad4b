import assert from 'node:assert/strict';
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import { TestServer } from '../support/test-server.ts';

it('makes no new master key for a database that was made with another', async (t) => {
  const server = await TestServer.start(t);
  await server.running.stop();
  const key = path.join(server.home, 'master.key');
  rmSync(key);
  await assert.rejects(TestServer.start(t, { home: server.home }), { code: 'installation.home_directory' });
  assert.equal(existsSync(key), false);
});
