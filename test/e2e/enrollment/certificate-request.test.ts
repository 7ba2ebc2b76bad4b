/** `certificaterequest`: an end entity that exists enrolls by its password, under the names that it has. */
import { DistinguishedName, makeExtension, parseGeneralNames, subjectAltName } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { assertRefusal, certificateOf, editCa, enroll, sharedServer } from '../support/ca-rest-setup.ts';
import { certificateRequest, type KeyPair, newKeyPair, newRequest } from '../support/enrollment.ts';
import { withDatabase } from '../support/installations/server-database.ts';

const PATH = '/v1/certificate/certificaterequest';
const REFUSED = /^Wrong username or password, or the end entity may not enroll now\./;
const CONFLICT = 'Failed to generate certificate due to the new certificate conflicting with an existing one.';

describe('certificaterequest', () => {
  const shared = sharedServer();
  before(() => editCa(shared.server, 'ManagementCA', { finishUser: false }));

  /** An end entity that may enroll once more, with the password `foo123`. */
  const newEndEntity = async (username: string, keyPair?: KeyPair) => {
    const request = newRequest({ username, subject: `CN=${username},O=Test`, ...(keyPair && { keyPair }) });
    await enroll(shared.server, { ...request, password: 'foo123' });
  };
  const bodyOf = (username: string, changes: object = {}, keyPair = newKeyPair()) => ({
    certificate_request: certificateRequest('CN=somebody else', keyPair),
    username,
    password: 'foo123',
    certificate_authority_name: 'ManagementCA',
    ...changes,
  });
  const call = (body: unknown) => shared.server.call(PATH, { body });
  const endEntity = (username: string): Record<string, unknown> =>
    withDatabase(shared.server, (database) =>
      database.prepare('SELECT * FROM end_entity WHERE username = ?').get(username),
    )!;
  const certificates = (username: string): number =>
    withDatabase(shared.server, (database) =>
      database.prepare('SELECT count(*) AS n FROM certificate WHERE username = ?').get(username),
    )!['n'] as number;

  it('gives the certificate the subject of the end entity, not that of the request (case 56)', async () => {
    await newEndEntity('case56');
    const answer = await call(bodyOf('case56', { include_chain: true }));
    assert.equal(answer.status, 200, answer.text);
    const certificate = certificateOf(answer);
    assert.ok(certificate.subject.equals(DistinguishedName.parse('CN=case56,O=Test')));
    assert.equal(answer.json['serial_number'], certificate.serialNumberText);
    assert.equal(answer.json['response_format'], 'DER');
    assert.equal((answer.json['certificate_chain'] as unknown[]).length, 1);
  });

  it('takes no alternative name from the request', async () => {
    await newEndEntity('nameless');
    const names = makeExtension(subjectAltName, parseGeneralNames('dNSName=evil.example'), false);
    const request = certificateRequest('CN=nameless', newKeyPair(), [names]);
    const answer = await call(bodyOf('nameless', { certificate_request: request }));
    assert.equal(answer.status, 200, answer.text);
    assert.equal(certificateOf(answer).extension(subjectAltName), undefined);
  });

  it('answers 400 for an unknown CA (case 57)', async () => {
    await newEndEntity('case57');
    const answer = await call(bodyOf('case57', { certificate_authority_name: 'Nowhere' }));
    assertRefusal(answer, 400, /Nowhere/);
  });

  it('answers 400 in the same words for an unknown user, a wrong password and a wrong status', async () => {
    await newEndEntity('known');
    assertRefusal(await call(bodyOf('unknown')), 400, REFUSED);
    assertRefusal(await call(bodyOf('known', { password: 'wrong' })), 400, REFUSED);
    withDatabase(shared.server, (database) =>
      database.prepare('UPDATE end_entity SET status = 50 WHERE username = ?').run('known'),
    );
    assertRefusal(await call(bodyOf('known')), 400, REFUSED);
  });

  it('answers 400 for a request that cannot be read, and for a type that is unknown or not for end entities', async () => {
    await newEndEntity('unread');
    assertRefusal(await call(bodyOf('unread', { certificate_request: 'AAAA' })), 400, /certificate_request/);
    for (const type of ['FOO', 'CMP'])
      assertRefusal(await call(bodyOf('unread', { certificate_request_type: type })), 400, /certificate_request_type/);
  });

  it("answers 409 for a key that is somebody else's", async () => {
    const keyPair = newKeyPair();
    await newEndEntity('first', keyPair);
    await newEndEntity('second');
    assertRefusal(await call(bodyOf('second', {}, keyPair)), 409, CONFLICT);
  });

  it('answers 429 after three wrong passwords', async () => {
    await newEndEntity('guessed');
    for (let n = 0; n < 3; n++) assertRefusal(await call(bodyOf('guessed', { password: 'wrong' })), 400, REFUSED);
    // The second that it has to wait began with the last attempt, and a slow machine takes longer to send the next one.
    withDatabase(shared.server, (database) =>
      database.exec(`UPDATE activation_attempt SET not_before_ms = not_before_ms + 60000 WHERE lock LIKE 'login %'`),
    );
    assertRefusal(await call(bodyOf('guessed')), 429, /^Too many wrong passwords/);
  });

  it('issues one certificate to 64 requests at once of an end entity with one request left', async () => {
    await newEndEntity('last');
    await editCa(shared.server, 'ManagementCA', { finishUser: true });
    const before = certificates('last');
    const answers = await Promise.all(Array.from({ length: 64 }, () => call(bodyOf('last'))));
    const statuses = answers.map(({ status }) => status);
    assert.equal(statuses.filter((status) => status === 200).length, 1, String(statuses));
    assert.ok(
      statuses.every((status) => [200, 400, 429].includes(status)),
      String(statuses),
    );
    assert.equal(certificates('last'), before + 1);
    const { status, password_verifier: verifier, extended } = endEntity('last');
    assert.deepEqual([status, verifier], [40, null]);
    assert.deepEqual(JSON.parse(extended as string), { requests: { allowed: 1, remaining: 0 } });
  });
});
