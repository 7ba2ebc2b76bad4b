/** Where the key of an OCSP responder is in a device, SoftHSM, its answers are signed ahead of requests unless told otherwise. */
import { Certificate } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { certificatePath, editCa, enroll } from '../../e2e/support/ca-rest-setup.ts';
import { certificateOf } from '../../e2e/support/ca-setup.ts';
import { newRequest } from '../../e2e/support/enrollment.ts';
import { ocspAnswer, ocspRequest, postOcsp } from '../../e2e/support/ocsp-requests.ts';
import { TestServer } from '../../e2e/support/test-server.ts';
import { keepManagementKeysInSoftHsm } from './management-keys-on-soft-hsm.ts';

keepManagementKeysInSoftHsm();

it('signs with a device ahead of requests, and at once after a revocation or with a nonce', async (t) => {
  const server = await TestServer.start(t);
  const ca = await certificateOf(server, 'ManagementCA');
  const certificate = await enroll(server, newRequest({ username: 'device', subject: 'CN=device' }));
  const ask = async (options = {}) => {
    const request = ocspRequest([[certificate, ca]], options);
    const answer = await ocspAnswer(await postOcsp(server.running.urls[1]!, request));
    if (typeof answer === 'string') assert.fail(answer);
    assert.ok(answer.verify(Certificate.parse(answer.certificates[0]!).publicKey));
    return answer;
  };
  const prepare = () => server.running.installation.background.scheduler.wake('prepare-ocsp-answers');
  const now = () => Math.floor(server.clock.nowMs() / 1000);
  await prepare();
  const preparedAt = now();
  server.clock.advanceSeconds(3600);
  assert.ok((await ask()).producedAt <= preparedAt);
  assert.ok((await ask({ nonce: new Uint8Array(16) })).producedAt >= preparedAt + 3600);
  const path = `${certificatePath(certificate, 'revoke')}?reason=SUPERSEDED`;
  assert.equal((await server.call(path, { method: 'PUT' })).status, 200);
  const revoked = await ask();
  assert.equal(revoked.responses[0]!.certificateStatus.status, 'revoked');
  await prepare();
  server.clock.advanceSeconds(3600);
  const prepared = await ask();
  assert.ok(prepared.producedAt < now() - 3000);
  assert.equal(prepared.responses[0]!.certificateStatus.status, 'revoked');
  await editCa(server, 'ManagementCA', { ocspPreparedAnswers: 'NEVER' });
  assert.ok((await ask()).producedAt >= now() - 60);
});
