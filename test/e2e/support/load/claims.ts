/** Outcomes that enrollments must have that contend for a key, a subject or a username, whichever process they reach. */
import assert from 'node:assert/strict';
import { Agent } from 'node:https';
import { newKeyPair, newRequest, type RequestOptions } from '../enrollment.ts';
import type { Answer, CallOptions } from '../test-server.ts';

/** The server that is asked, in this process or not. */
export interface Enroller {
  call(target: string, options: CallOptions): Promise<Answer>;
}

/** Sends `count` enrollments at once for one key, then for one subject, then for one username, to all servers in turn. */
export async function assertClaims(servers: readonly Enroller[], count: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 50 });
  const enroll = async (options: (index: number) => RequestOptions) => {
    const bodies = Array.from({ length: count }, (_, index) => newRequest(options(index)));
    return Promise.all(
      bodies.map(async (body, index) =>
        servers[index % servers.length]!.call('/v1/certificate/pkcs10enroll', { body, agent }),
      ),
    );
  };
  try {
    const keyPair = newKeyPair();
    assertOneOf(
      await enroll((index) => ({ username: `key${index}`, subject: `CN=key ${index}`, keyPair })),
      /^User 'key\d+' is not allowed to use a public key that belongs to another user\.$/,
    );
    assertOneOf(
      await enroll((index) => ({ username: `subject${index}`, subject: 'CN=one subject' })),
      /^User 'subject\d+' is not allowed to use the subject DN 'CN=one subject', which belongs to another user\.$/,
    );
    const ofOneUser = await enroll(() => ({ username: 'one user', subject: 'CN=one user' }));
    assert.deepEqual(countByStatus(ofOneUser), { 200: count });
    assert.equal(new Set(ofOneUser.map(({ json }) => json['serial_number'])).size, count);
  } finally {
    agent.destroy();
  }
}

function assertOneOf(answers: readonly Answer[], refusal: RegExp): void {
  assert.deepEqual(countByStatus(answers), { 200: 1, 400: answers.length - 1 });
  for (const { status, json } of answers) if (status === 400) assert.match(json['error_message'] as string, refusal);
}

function countByStatus(answers: readonly Answer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
