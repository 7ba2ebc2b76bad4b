import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TestServer } from './test-server.ts';

it('is ready, and says so when the clock has stepped back', async (t) => {
  const server = await TestServer.start(t);
  assert.equal((await server.fetchOps('/ready')).status, 200);
  server.clock.advanceSeconds(-50);
  assert.equal((await server.fetchOps('/ready')).status, 200);
  server.clock.advanceSeconds(-50);
  const answer = await server.fetchOps('/ready');
  assert.equal(answer.status, 503);
  const { checks } = (await answer.json()) as { checks: { name: string; problem?: string }[] };
  assert.match(checks.find(({ name }) => name === 'clock')?.problem ?? '', /^The clock is \d+ s behind/);
});

it('signs no CRL while the clock lies behind the one before', async (t) => {
  const server = await TestServer.start(t);
  const create = async () => server.call('/v1/ca/CN=ManagementCA,O=Sealwright/createcrl', { method: 'POST' });
  assert.equal((await create()).status, 200);
  server.clock.advanceSeconds(-30);
  assert.equal((await create()).status, 200);
  server.clock.advanceSeconds(-60);
  const refused = await create();
  assert.equal(refused.status, 503);
  assert.match(refused.text, /clock of this machine has stepped back/);
});
