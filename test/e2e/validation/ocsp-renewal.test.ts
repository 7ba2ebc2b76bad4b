/** The certificates of OCSP responders: renewed in time and early, warned of when they are not, and the end of what they sign. */
import { type BasicOcspResponse, Certificate, type PublicKey } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { run } from '../../../packages/cli/test/ca-server.ts';
import { RENEWAL_TASK } from '../../../packages/server/src/modules/ca/index.ts';
import { eventually } from '../../eventually.ts';
import { editCa } from '../support/ca-rest-setup.ts';
import { caOf, certificateOf, createCa } from '../support/ca-setup.ts';
import { ocspAnswer, ocspRequest, ocspStatus, postOcsp } from '../support/ocsp-requests.ts';
import { makeSigningToken } from '../support/setups/signing-setup.ts';
import { TestServer } from '../support/test-server.ts';

const DAY = 86_400;

const nowOf = (server: TestServer) => Math.floor(server.clock.nowMs() / 1000);
const urlOf = (server: TestServer) => server.running.urls[1]!;
const runTask = (server: TestServer, name: string) => server.running.installation.background.scheduler.wake(name);

async function respondersOf(server: TestServer, name: string) {
  const { id } = await caOf(server, name);
  return server.running.installation.storage.stores.ocspResponders.listOfCa(id, 10);
}

/** Asks about the certificate of a CA itself, and returns the answer with the certificate of its signer. */
async function ask(server: TestServer, ca: Certificate, nonce?: Uint8Array): Promise<[BasicOcspResponse, Certificate]> {
  const request = ocspRequest([[ca, ca]], nonce === undefined ? {} : { nonce });
  const answer = await ocspAnswer(await postOcsp(urlOf(server), request));
  if (typeof answer === 'string') assert.fail(answer);
  return [answer, Certificate.parse(answer.certificates[0]!)];
}

/** Closes a crypto token for good. */
async function close(server: TestServer, token: string): Promise<void> {
  const path = `/documents/CRYPTOTOKEN/${token}`;
  const { settings } = (await server.administer(path)).json as { settings: object };
  const manual = { ...settings, autoActivation: false, authenticationCode: '' };
  const put = await server.administer(path, { method: 'PUT', body: { settings: manual } });
  assert.equal(put.status, 200, put.text);
  const closed = await server.call(`/v1/cryptotoken/${token}/deactivate`, { method: 'PUT' });
  assert.equal(closed.status, 200, closed.text);
}

const cli = (server: TestServer, ...args: readonly string[]) =>
  run(['--server', server.running.urls[0]!.replace('127.0.0.1', 'localhost'), '--home', server.home, ...args], {
    now: () => server.clock.nowMs(),
  });

async function noteOf(server: TestServer): Promise<string | undefined> {
  const { checks } = (await (await server.fetchOps('/ready')).json()) as { checks: { name: string; note?: string }[] };
  return checks.find(({ name }) => name === 'OCSP responders')!.note;
}

describe('the certificate of an OCSP responder', () => {
  it('is renewed when a third of its life is left', async (t) => {
    const server = await TestServer.start(t);
    const ca = await certificateOf(server, 'ManagementCA');
    const [, first] = await ask(server, ca);
    server.clock.advanceSeconds(19 * DAY);
    await runTask(server, RENEWAL_TASK);
    assert.equal((await ask(server, ca))[1].sha256Fingerprint, first.sha256Fingerprint);
    server.clock.advanceSeconds(2 * DAY);
    await runTask(server, RENEWAL_TASK);
    const [, next] = await ask(server, ca);
    assert.ok(next.notAfter > first.notAfter && samePublicKey(next.publicKey, first.publicKey));
  });

  it('is renewed early before the CA goes off line, and answers until it ends', async (t) => {
    const server = await TestServer.start(t);
    await createCa(server, 'Leaves');
    const ca = await certificateOf(server, 'Leaves');
    const [, first] = await ask(server, ca);
    server.clock.advanceSeconds(5 * DAY);
    assert.equal((await server.administer('/cas/Leaves/deactivate', { body: {} })).status, 200);
    const [, next] = await ask(server, ca);
    assert.ok(next.notAfter >= first.notAfter + 4 * DAY);
    server.clock.advanceSeconds(29 * DAY);
    await runTask(server, RENEWAL_TASK);
    assert.equal((await ask(server, ca))[1].sha256Fingerprint, next.sha256Fingerprint);
    server.clock.advanceSeconds(2 * DAY);
    assert.equal(await ocspStatus(urlOf(server), ca, ca), 'tryLater');
  });

  it('is renewed early when the key that has signed it retires, and when that key is removed it answers on', async (t) => {
    const server = await TestServer.start(t);
    await createCa(server, 'Retires');
    const former = await certificateOf(server, 'Retires');
    const { keyAlias } = await caOf(server, 'Retires');
    const [, first] = await ask(server, former);
    server.clock.advanceSeconds(5 * DAY);
    const renewed = await server.administer('/cas/Retires/renew', { body: { new_key: true } });
    assert.equal(renewed.status, 200, renewed.text);
    const removed = await server.call(`/v1/cryptotoken/ManagementCA/${encodeURIComponent(keyAlias)}/removekeys`, {
      method: 'POST',
    });
    assert.equal(removed.status, 200, removed.text);
    const [answer, next] = await ask(server, former);
    assert.ok(next.notAfter >= first.notAfter + 4 * DAY && next.verify(former.publicKey));
    assert.ok(answer.verify(next.publicKey));
    const present = await certificateOf(server, 'Retires');
    const [, own] = await ask(server, present);
    assert.ok(own.verify(present.publicKey) && !own.verify(former.publicKey));
  });

  it('ends what it signs', async (t) => {
    const server = await TestServer.start(t);
    await createCa(server, 'Short', { ocspResponderValidity: '2h', ocspResponseValidity: '1d' });
    const ca = await certificateOf(server, 'Short');
    const [answer, { notAfter }] = await ask(server, ca);
    assert.equal(answer.responses[0]!.nextUpdate, notAfter);
    assert.equal((await ask(server, ca, new Uint8Array(8)))[0].responses[0]!.nextUpdate, notAfter);
    // Nobody has renewed it: caches keep the last answer no longer than it counts.
    server.clock.advanceSeconds(notAfter - nowOf(server) - 30);
    const path = `/ocsp/${encodeURIComponent(ocspRequest([[ca, ca]]).toBase64())}`;
    const last = await server.fetchPlain(path);
    const age = Number(/max-age=(\d+)/.exec(last.headers.get('cache-control')!)![1]);
    assert.ok(age <= 30, String(age));
  });

  it('is warned of when it could not be renewed: by status, in the list, to operators and in metrics', async (t) => {
    const server = await TestServer.start(t);
    await makeSigningToken(server, 'Vault', {});
    await createCa(server, 'Closed', { cryptoToken: 'Vault', validity: '10y' });
    await close(server, 'Vault');
    const task = 'note-ocsp-responder-ends';
    const metrics = async () => (await server.fetchOps('/metrics')).text();
    assert.doesNotMatch(await metrics(), /ocsp_responder_not_after/, 'nobody has looked yet');
    await runTask(server, task);
    const [{ notAfter } = { notAfter: 0 }] = await respondersOf(server, 'Closed');
    assert.match(
      await metrics(),
      new RegExp(`^sealwright_ocsp_responder_not_after_timestamp_seconds\\{ca="Closed"\\} ${notAfter}$`, 'm'),
    );
    assert.match(await metrics(), /^sealwright_cas_with_late_ocsp_responder 0$/m);
    assert.doesNotMatch((await cli(server, 'status')).error, /OCSP responder/);
    server.clock.advanceSeconds(24 * DAY);
    await runTask(server, RENEWAL_TASK);
    await runTask(server, task);
    assert.match(await metrics(), /^sealwright_cas_with_late_ocsp_responder 1$/m);
    assert.match(
      (await noteOf(server))!,
      /^The OCSP responder of CA 'Closed' ends at \S+Z and could not be renewed\.$/,
    );
    for (const command of [['ca', 'list'], ['status']]) {
      const { code, error } = await cli(server, ...command);
      assert.equal(code, 0, error);
      assert.match(error, /the OCSP responder of the CA 'Closed' ends at \S+Z and could not be renewed: activate/);
      assert.doesNotMatch(error, /ManagementCA' (ends|lacks)/, 'the others are renewed');
    }
    server.clock.advanceSeconds(7 * DAY);
    await runTask(server, task);
    assert.match((await noteOf(server))!, /The OCSP responder of CA 'Closed' has ended at /);
    assert.match((await cli(server, 'status')).error, /the OCSP responder of the CA 'Closed' has ended, at /);
  });
});

it('anybody who asks for a CA without a responder has it made at most once a minute', async (t) => {
  const server = await TestServer.start(t);
  await makeSigningToken(server, 'Vault', {});
  await createCa(server, 'Lacks', { cryptoToken: 'Vault', ocspResponder: 'NONE' });
  await close(server, 'Vault');
  await editCa(server, 'Lacks', { ocspResponder: 'DELEGATED' });
  // The job of the changed settings fails as well, and is over then.
  await runTask(server, 'follow-ocsp-settings');
  const ca = await certificateOf(server, 'Lacks');
  const failures = () => server.log.filter((line) => line.includes('background task failed'));
  const askOften = async () => {
    const statuses = await Promise.all(Array.from({ length: 50 }, () => ocspStatus(urlOf(server), ca, ca)));
    assert.deepEqual(new Set(statuses), new Set(['tryLater']));
  };
  const before = failures().length;
  await askOften();
  await eventually('the failed attempt', async () => failures().length > before);
  await askOften();
  // Whatever was woken has run when this has.
  await runTask(server, RENEWAL_TASK);
  assert.equal(failures().length, before + 2, 'one for all who asked, and that of this test');
  server.clock.advanceSeconds(61);
  await askOften();
  await eventually('another attempt', async () => failures().length > before + 2);
  await runTask(server, 'note-ocsp-responder-ends');
  assert.match((await noteOf(server))!, /CA 'Lacks' lacks an OCSP responder\./);
  assert.match((await cli(server, 'status')).error, /the CA 'Lacks' lacks an OCSP responder/);
});

function samePublicKey(one: PublicKey, other: PublicKey): boolean {
  return one.sha256Fingerprint === other.sha256Fingerprint;
}
