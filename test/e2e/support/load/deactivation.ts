/** Rules that hold when something that signs is deactivated while many enroll, whichever processes they reach. */
import assert from 'node:assert/strict';
import { Agent } from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';
import { newRequest } from '../enrollment.ts';
import type { Answer, CallOptions } from '../test-server.ts';

/** A server, in this process or not. */
export interface Caller {
  call(target: string, options?: CallOptions): Promise<Answer>;
  administer(target: string, options?: CallOptions): Promise<Answer>;
}

/** The thing that is deactivated, and the answer to an enrollment from then on. */
export interface Deactivation {
  readonly path: string;
  readonly refusal: { readonly status: number; readonly message: RegExp };
}

const CLIENTS = 32;
const TOKEN = '/documents/CRYPTOTOKEN/ManagementCA';

/** Gives the token of the management CA a code that the test knows, and ends its automatic activation. It stays active. */
export async function makeManualToken(server: Caller, code: string): Promise<void> {
  const { json } = await server.administer(TOKEN);
  const settings = json['settings'] as object;
  const put = async (change: object) => {
    const answer = await server.administer(TOKEN, { method: 'PUT', body: { settings: { ...settings, ...change } } });
    assert.equal(answer.status, 200, answer.text);
  };
  await put({ authenticationCode: code });
  await put({ autoActivation: false, authenticationCode: '' });
  const body = { activation_code: code };
  const activated = await server.call('/v1/cryptotoken/ManagementCA/activate', { method: 'PUT', body });
  assert.equal(activated.status, 200, activated.text);
}

/**
 * Deactivates while clients enroll at all `servers` without a pause. Nothing that is signed may be stored after the answer, and every
 * request that begins after it is refused.
 *
 * @param stored - how many certificates there are in the database
 */
export async function assertNothingIsSignedAfter(
  { path, refusal }: Deactivation,
  servers: readonly Caller[],
  stored: () => Promise<number>,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const answers: { readonly answer: Answer; readonly begunAfter: boolean }[] = [];
  const storedBefore = await stored();
  const progress = { deactivated: false, stopped: false };
  const client = async (number: number) => {
    for (let count = 0; !progress.stopped; count++) {
      const username = `${path} ${number}-${count}`;
      const body = newRequest({ username, subject: `CN=${username}` });
      const begunAfter = progress.deactivated;
      const server = servers[number % servers.length]!;
      const answer = await server.call('/v1/certificate/pkcs10enroll', { body, agent });
      answers.push({ answer, begunAfter });
    }
  };
  try {
    const clients = Array.from({ length: CLIENTS }, (_, number) => client(number));
    while (answers.length < 4 * CLIENTS) await delay(10);
    const answer = await servers[0]!.call(path, { method: 'PUT' });
    progress.deactivated = true;
    assert.equal(answer.status, 200, answer.text);
    const storedAtTheAnswer = await stored();
    const answeredUntilThen = answers.length;
    while (answers.length < answeredUntilThen + 4 * CLIENTS) await delay(10);
    progress.stopped = true;
    await Promise.all(clients);

    assert.equal(await stored(), storedAtTheAnswer, 'a certificate was stored after the answer');
    const issued = answers.filter((each) => each.answer.status === 200);
    assert.equal(issued.length, storedAtTheAnswer - storedBefore, 'what was stored is what was answered');
    assert.ok(issued.length >= 4 * CLIENTS);
    const after = answers.filter(({ begunAfter }) => begunAfter);
    assert.ok(after.length >= 2 * CLIENTS);
    for (const { answer: refused } of after) {
      assert.equal(refused.status, refusal.status, refused.text);
      assert.match(refused.json['error_message'] as string, refusal.message);
    }
  } finally {
    progress.stopped = true;
    agent.destroy();
  }
}
