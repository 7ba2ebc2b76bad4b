/** Enrollments at the same time get exactly what the claims on keys, subjects and usernames allow. */
import { it } from 'node:test';
import { assertClaims } from '../support/load/claims.ts';
import { TestServer } from '../support/test-server.ts';

it('gives 100 enrollments at once what their claims allow', async (t) => {
  const server = await TestServer.start(t);
  await assertClaims([server], 100);
});
