/** Rights are those of the moment in which something is committed, not of the moment in which a request began. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { it, type TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { connect } from 'node:tls';
import { X509Certificate } from 'node:crypto';
import { change, createRole, withoutMembers } from '../support/administration.ts';
import { type ClientIdentity, CA_REST, TestServer } from '../support/test-server.ts';
import { identityOf, newKeyPair, newRequest } from '../support/enrollment.ts';
import { atEnd } from '../../../packages/server/test/at-end.ts';

const ENROLL = '/v1/certificate/pkcs10enroll';
const OFFICER_RULES = {
  '/administrator/': 'ALLOW',
  '/ca/ManagementCA/': 'ALLOW',
  '/ca_functionality/create_certificate/': 'ALLOW',
  '/ra_functionality/create_end_entity/': 'ALLOW',
  '/ra_functionality/edit_end_entity/': 'ALLOW',
};

it('refuses a request whose sender was revoked between its headers and its body', async (t) => {
  const server = await TestServer.start(t);
  const officer = await newOfficer(server, { ...OFFICER_RULES, '/endentityprofilesrules/EMPTY/': 'ALLOW' });
  const stalled = await stalledEnrollment(t, server, officer);
  const serial = new X509Certificate(officer.cert).serialNumber;
  const revocation = `/v1/certificate/CN=ManagementCA,O=Sealwright/${serial}/revoke?reason=KEY_COMPROMISE`;
  assert.equal((await server.call(revocation, { method: 'PUT' })).status, 200);
  assert.match(await stalled.finish(), /^HTTP\/1\.1 403 .*revoked/s);
});

it('refuses a request whose sender expired between its headers and its body', async (t) => {
  const server = await TestServer.start(t);
  const officer = await newOfficer(server, { ...OFFICER_RULES, '/endentityprofilesrules/EMPTY/': 'ALLOW' });
  const stalled = await stalledEnrollment(t, server, officer);
  server.clock.advanceSeconds(3 * 365 * 86_400);
  assert.match(await stalled.finish(), /^HTTP\/1\.1 403 .*expired/s);
});

it('refuses a request whose sender left the role between its headers and its body', async (t) => {
  const server = await TestServer.start(t);
  const officer = await newOfficer(server, { ...OFFICER_RULES, '/endentityprofilesrules/EMPTY/': 'ALLOW' });
  const stalled = await stalledEnrollment(t, server, officer);
  const { installation } = server.running;
  await change(installation, 'ROLE_ACCESS_RULE_CHANGE', [await withoutMembers(installation, 'Officers', () => true)]);
  assert.match(await stalled.finish(), /^HTTP\/1\.1 403 /);
});

it('lets nobody edit an end entity of a profile that they have no right to', async (t) => {
  const server = await TestServer.start(t);
  await change(server.running.installation, 'RA_ADDEEPROFILE', [
    {
      kind: 'create',
      type: 'EEPROFILE',
      name: 'Branch',
      settings: {
        availableCas: ['Any CA'],
        availableCertificateProfiles: ['ENDUSER'],
        defaultCertificateProfile: 'ENDUSER',
      },
    },
  ]);
  const officer = await newOfficer(server, { ...OFFICER_RULES, '/endentityprofilesrules/Branch/': 'ALLOW' });
  const ofHeadOffice = newRequest({ username: 'alice', subject: 'CN=alice' });
  assert.equal((await server.call(ENROLL, { body: ofHeadOffice })).status, 200);
  const ofBranch = (username: string) => ({
    ...newRequest({ username, subject: `CN=${username}`, profile: 'ENDUSER' }),
    end_entity_profile_name: 'Branch',
  });
  const takeover = await server.call(ENROLL, { body: ofBranch('alice'), as: officer });
  assert.equal(takeover.status, 403, takeover.text);
  assert.match(takeover.text, /edit_end_entity/);
  assert.equal((await server.call(ENROLL, { body: ofBranch('bob'), as: officer })).status, 200);
});

/** Somebody with a certificate of the management CA, in a role of these rules. */
async function newOfficer(server: TestServer, rules: Readonly<Record<string, string>>): Promise<ClientIdentity> {
  const keyPair = newKeyPair();
  const answer = await server.call(ENROLL, {
    body: newRequest({ username: 'officer', subject: 'CN=officer', keyPair, profile: 'ENDUSER' }),
  });
  assert.equal(answer.status, 200, answer.text);
  await createRole(server.running.installation, 'Officers', rules, [
    { issuer: 'ManagementCA', matchKey: 'WITH_COMMONNAME', matchValue: 'officer' },
  ]);
  return identityOf(answer, keyPair);
}

/** An enrollment whose headers were answered for by authentication, and whose body waits. */
async function stalledEnrollment(t: TestContext, server: TestServer, { cert, key }: ClientIdentity) {
  const { hostname, port } = new URL(server.running.urls[0]!);
  const body = JSON.stringify(newRequest({ username: 'in-flight', subject: 'CN=in-flight' }));
  const socket = connect({
    host: hostname,
    port: Number(port),
    ca: server.caChain,
    cert,
    key,
    servername: 'localhost',
  });
  atEnd(t, () => socket.destroy());
  await once(socket, 'secureConnect');
  socket.write(
    `POST ${CA_REST}${ENROLL} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nExpect: 100-continue\r\n\r\n`,
  );
  // The interim answer says that the headers have arrived; authentication is a matter of a millisecond after that.
  await once(socket, 'data');
  await delay(200);
  return {
    async finish(): Promise<string> {
      socket.write(body);
      const [answer] = (await once(socket, 'data')) as [Buffer];
      return answer.toString();
    },
  };
}
