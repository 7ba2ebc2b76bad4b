/** Enrollments under the subjects of CAs. */
import { formatPem } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  assertRefusal,
  certificatesOf,
  createProfiles,
  enroll,
  ENROLL,
  MANAGEMENT_CA_DN,
  requestUnder,
  sharedServer,
} from '../support/ca-rest-setup.ts';
import { caOf, createCa } from '../support/ca-setup.ts';
import { newRequest } from '../support/enrollment.ts';

describe('the subject of a CA', () => {
  const shared = sharedServer();

  it('is refused to an end entity, in any spelling', async () => {
    const before = certificatesOf(shared.server, 'impostor');
    for (const subject of [MANAGEMENT_CA_DN, 'CN=managementca,O=SEALWRIGHT'])
      assertRefusal(
        await shared.server.call(ENROLL, { body: newRequest({ username: 'impostor', subject }) }),
        400,
        'The subject DN is that of a CA, and no end entity may have it. Choose another one.',
      );
    const body = { ...newRequest({ username: 'impostor', subject: 'CN=x' }), subject_dn: MANAGEMENT_CA_DN };
    assert.equal((await shared.server.call(ENROLL, { body })).status, 400);
    assert.equal(certificatesOf(shared.server, 'impostor'), before);
  });

  it('is certified to a CA for a key of a CA here alone', async () => {
    const { server } = shared;
    await createProfiles(server, 'Deputies', { type: 'SUB_CA', keyUsage: ['keyCertSign', 'cRLSign'] });
    const subject = 'CN=Waiting';
    await createCa(server, 'Waiting', { signedBy: 'External CA', certificateProfile: 'SUBCA', subjectDn: subject });
    const { states } = server.running.installation.ca;
    const { request } = (await states.findState((await caOf(server, 'Waiting')).id))!;
    const ofOthers = requestUnder('Deputies', { username: 'waiting', subject });
    const ofItself = { ...ofOthers, certificate_request: formatPem('CERTIFICATE REQUEST', request!.der) };
    const refused = await server.call(ENROLL, { body: ofOthers });
    assertRefusal(refused, 400, 'The subject DN is that of a CA, and no end entity may have it. Choose another one.');
    assert.equal((await enroll(server, ofItself)).subject.toString(), subject);
  });

  it('is not a reason to refuse what is like it', async () => {
    const { server } = shared;
    await createProfiles(server, 'Alike', {});
    const subject = 'CN=ManagementCA,O=Sealwright 2';
    const certificate = await enroll(server, requestUnder('Alike', { username: 'alike', subject }));
    assert.equal(certificate.subject.toString(), subject);
  });
});
