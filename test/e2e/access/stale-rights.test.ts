/** A right that was taken away by another process is never used, however old the caches of the one that is asked. */
import { Certificate, parsePem } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import type { Administrator } from '../../../packages/server/src/modules/access/index.ts';
import type { Installation } from '../../../packages/server/src/wiring/installation.ts';
import { change, createRole, withoutMembers } from '../support/administration.ts';
import { auditRows } from '../support/audit-records.ts';
import { caSettings } from '../support/ca-setup.ts';
import { identityOf, newKeyPair, newRequest } from '../support/enrollment.ts';
import { openBeside } from '../support/installations/open-beside.ts';
import { TestServer } from '../support/test-server.ts';
import { atEnd } from '../../../packages/server/test/at-end.ts';

const RULES = {
  '/administrator/': 'ALLOW',
  '/ca/ManagementCA/': 'ALLOW',
  '/ca_functionality/create_certificate/': 'ALLOW',
  '/ca_functionality/add_ca/': 'ALLOW',
  '/cryptotoken/use/ManagementCA/': 'ALLOW',
  '/cryptotoken/keys/generate/ManagementCA/': 'ALLOW',
  '/ra_functionality/': 'ALLOW',
  '/endentityprofilesrules/EMPTY/': 'ALLOW',
};

it('refuses an act whose right another process takes away between plan and commit', async (t) => {
  const { here, there, officer, enroll } = await twoProcesses(t);
  assert.equal((await enroll('before')).username, 'before');

  const removal = await withoutMembers(there, 'Officers', () => true);
  await change(there, 'ROLE_ACCESS_RULE_CHANGE', [removal]);
  assert.ok(there.configuration.epoch > here.configuration.epoch, 'the caches of this process are older');
  // They still say yes:
  assert.equal(await here.access.control.isAuthorized(officer, '/ra_functionality/create_end_entity/'), true);
  await assert.rejects(enroll('after'), { code: 'access.denied' });
  assert.equal(here.configuration.epoch, there.configuration.epoch);
});

it('refuses a CA whose maker another process takes the right from between plan and commit', async (t) => {
  const { here, there, officer } = await twoProcesses(t);
  const create = async (name: string) => {
    const settings = caSettings(name);
    await change(there, 'CA_CREATION', [{ kind: 'create', type: 'CA', name, settings }]);
  };
  await there.configuration.refresh();
  await create('Before');
  await create('After');
  assert.equal((await here.ca.initializeCa.initialize(officer, 'Before')).status, 'ACTIVE');
  const mayAdd = async () => here.access.control.isAuthorized(officer, '/ca_functionality/add_ca/');
  assert.equal(await mayAdd(), true);

  await there.configuration.refresh();
  await change(there, 'ROLE_ACCESS_RULE_CHANGE', [await withoutMembers(there, 'Officers', () => true)]);
  assert.equal(await mayAdd(), true);
  await assert.rejects(here.ca.initializeCa.initialize(officer, 'After'), { code: 'access.denied' });
  assert.equal((await there.ca.authorities.findByName('After'))?.status, 'UNINITIALIZED');
});

it('plans an act again when another process changes what does not concern it', async (t) => {
  const { here, there, enroll } = await twoProcesses(t);
  await createRole(there, 'Somebody else', { '/': 'DENY' }, []);
  assert.ok(there.configuration.epoch > here.configuration.epoch);
  assert.equal((await enroll('after')).username, 'after');
});

it('stores nothing of the attempt that was refused', async (t) => {
  const { there, enroll, server } = await twoProcesses(t);
  await createRole(there, 'Somebody else', { '/': 'DENY' }, []);
  const before = auditRows(server).length;
  await enroll('after');
  assert.deepEqual(
    auditRows(server)
      .slice(before)
      .map(({ event }) => event),
    ['CERT_CREATION', 'RA_ADDENDENTITY'],
  );
});

it('sees at once what this process itself has changed', async (t) => {
  const { here, officer } = await twoProcesses(t);
  await change(here, 'ROLE_ACCESS_RULE_CHANGE', [await withoutMembers(here, 'Officers', () => true)]);
  assert.equal(await here.access.control.isAuthorized(officer, '/ra_functionality/create_end_entity/'), false);
});

/** Two openings of one installation, neither of which polls, and an officer who may enroll. */
async function twoProcesses(t: TestContext) {
  const server = await TestServer.start(t);
  const opened: Installation[] = [];
  atEnd(t, async () => Promise.all(opened.map(async (installation) => installation.close())));
  const keyPair = newKeyPair();
  const body = newRequest({ username: 'officer', subject: 'CN=officer', keyPair, profile: 'ENDUSER' });
  const { cert } = identityOf(await server.call('/v1/certificate/pkcs10enroll', { body }), keyPair);
  const certificate = Certificate.parse(parsePem(cert)[0]!.der);
  await createRole(server.running.installation, 'Officers', RULES, [
    { issuer: 'ManagementCA', matchKey: 'WITH_SERIALNUMBER', matchValue: certificate.serialNumber },
  ]);
  const here = await openBeside(server);
  const there = await openBeside(server);
  opened.push(here, there);
  const issuerCaId = (await here.ca.authorities.findByName('ManagementCA'))!.id;
  const officer: Administrator = { kind: 'certificate', certificate, issuerCaId, remoteAddress: '192.0.2.1' };
  const enroll = async (username: string) => {
    const request = newRequest({ username, subject: `CN=${username}` });
    await here.ra.enrollWithRequest.enroll(officer, {
      certificateRequest: request.certificate_request,
      certificateAuthorityName: request.certificate_authority_name,
      certificateProfileName: request.certificate_profile_name,
      endEntityProfileName: request.end_entity_profile_name,
      username,
      password: undefined,
      email: undefined,
      accountBindingId: undefined,
      notBefore: undefined,
      notAfter: undefined,
      strictValidity: false,
      subjectDn: undefined,
      extensionData: [],
      customData: [],
    });
    return { username };
  };
  return { server, here, there, officer, enroll };
}
