import assert from 'node:assert/strict';
import { it } from 'node:test';
import { StorageUnavailableError } from '../../packages/server/src/kernel/unit-of-work.ts';
import { TestServer } from './test-server.ts';

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
  const { database } = server.running.installation.storage;
  const full = async () => {
    throw new StorageUnavailableError({ reason: 'the disk that it is on is full' });
  };
  const mocks = [t.mock.method(database, 'commit', full), t.mock.method(database, 'runStatement', full)];
  assert.equal((await server.fetchOps('/ready')).status, 200);
  const createCrl = '/v1/ca/CN=ManagementCA,O=Sealwright/createcrl';
  assert.equal((await server.call(createCrl, { method: 'POST' })).status, 503);
  const answer = await server.fetchOps('/ready');
  assert.equal(answer.status, 503);
  const { checks } = (await answer.json()) as { checks: { name: string; problem?: string }[] };
  assert.match(
    checks.find(({ name }) => name === 'database')?.problem ?? '',
    /database is not available: the disk that it is on is full/,
  );
  for (const mock of mocks) mock.mock.restore();
  assert.equal((await server.fetchOps('/ready')).status, 200);
});
