/** A disk that takes no more, of the database in the home directory. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { pragma } from '../../../packages/server/test/sqlite-pragma.ts';
import { assertRefusal, ENROLL } from '../support/ca-rest-setup.ts';
import { newKeyPair, newRequest } from '../support/enrollment.ts';
import { TestServer } from '../support/test-server.ts';

it('tells clients and monitors that the disk is full, until what an act needs fits again', async (t) => {
  const server = await TestServer.start(t);
  const { database } = server.running.installation.storage;
  const enroll = async (username: string) => {
    const body = newRequest({ username, subject: `CN=${username}`, keyPair: newKeyPair() });
    return server.call(ENROLL, { body });
  };
  const pages = await pragma(database, 'page_count');
  await pragma(database, `max_page_count = ${pages}`);
  let answer = await enroll('first');
  for (let count = 0; answer.status === 200 && count < 50; count++) answer = await enroll(`more-${count}`);
  assertRefusal(
    answer,
    503,
    'The database is not available: the disk that it is on is full. Repeat the request later.',
  );

  // A row fits, and what an act needs does not.
  await database.claimIdBlock();
  const ready = await server.fetchOps('/ready');
  assert.equal(ready.status, 503);
  const { checks } = (await ready.json()) as { checks: { name: string; problem?: string }[] };
  assert.match(checks.find(({ name }) => name === 'database')?.problem ?? '', /the disk that it is on is full/);

  await pragma(database, 'max_page_count = 1000000');
  assert.equal((await server.fetchOps('/ready')).status, 200);
  assert.equal((await enroll('last')).status, 200);
});
