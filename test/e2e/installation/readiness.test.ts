import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fillDatabase } from '../../../packages/server/test/full-database.ts';
import { TestServer } from '../support/test-server.ts';

it('is ready, and says so when the clock has stepped back', async (t) => {
  const server = await TestServer.start(t);
  // So that the newest audit record is of now.
  assert.equal((await server.call('/v1/ca/CN=ManagementCA,O=Sealwright/createcrl', { method: 'POST' })).status, 200);
  assert.equal((await server.fetchOps('/ready')).status, 200);
  server.clock.advanceSeconds(-50);
  assert.equal((await server.fetchOps('/ready')).status, 200);
  server.clock.advanceSeconds(-240);
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
  server.clock.advanceSeconds(-240);
  const refused = await create();
  assert.equal(refused.status, 503);
  assert.match(refused.text, /clock of this machine has stepped back/);
});

it('is not ready from a unit that the database did not take until it takes writes again', async (t) => {
  const server = await TestServer.start(t);
  const empty = await fillDatabase(server.running.installation.storage.database);
  assert.equal((await server.fetchOps('/ready')).status, 200);
  const createCrl = async () => server.call('/v1/ca/CN=ManagementCA,O=Sealwright/createcrl', { method: 'POST' });
  let { status } = await createCrl();
  for (let count = 0; status === 200 && count < 50; count++) ({ status } = await createCrl());
  assert.equal(status, 503);
  const answer = await server.fetchOps('/ready');
  assert.equal(answer.status, 503);
  const { checks } = (await answer.json()) as { checks: { name: string; problem?: string }[] };
  assert.match(
    checks.find(({ name }) => name === 'database')?.problem ?? '',
    /database is not available: the disk that it is on is full/,
  );
  await empty();
  assert.equal((await server.fetchOps('/ready')).status, 200);
});
