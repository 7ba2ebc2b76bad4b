/** Names that a certificate profile warns of or refuses (`nameRules`), wherever they come in. */
import { makeExtension, parseGeneralNames, subjectAltName } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { certificateProfileType, endEntityProfileType } from '../../../packages/server/src/modules/profiles/index.ts';
import {
  assertRefusal,
  certificatesOf,
  createProfiles,
  ENROLL,
  enroll,
  requestUnder,
  sharedServer,
} from '../support/ca-rest-setup.ts';
import { auditRows, detailsOf } from '../support/audit-records.ts';
import { findEndEntity, recordOf, under } from '../support/setups/end-entity-setup.ts';
import { addEndEntity, enrollKeystore } from '../support/setups/keystore-setup.ts';

const ALTERNATIVE_NAMES = { subjectAlternativeName: { DNSNAME: [{ repeatable: true }], IPADDRESS: [{}] } };
const SERVER = { extendedKeyUsageUsed: true, extendedKeyUsage: ['serverAuth'] };
const REFUSE_ALL = {
  unusualHostName: 'REFUSE',
  unrepeatedCommonName: 'REFUSE',
  publicSuffix: 'REFUSE',
  internalName: 'REFUSE',
  misplacedWildcard: 'REFUSE',
};

describe('a certificate profile with rules on names', () => {
  const shared = sharedServer();
  before(async () => {
    const { server } = shared;
    await createProfiles(server, 'Careful', { ...SERVER, nameRules: REFUSE_ALL }, ALTERNATIVE_NAMES);
    await createProfiles(server, 'Usual', SERVER, ALTERNATIVE_NAMES);
    const some = { internalName: 'WARN', publicSuffix: 'REFUSE' };
    await createProfiles(server, 'Private', { ...SERVER, nameRules: some }, ALTERNATIVE_NAMES);
  });

  let number = 0;
  const request = (profile: string, subject: string, alternativeNames: string) =>
    requestUnder(profile, {
      username: `named${++number}`,
      subject,
      extensions: [makeExtension(subjectAltName, parseGeneralNames(alternativeNames), false)],
    });

  for (const [subject, alternativeNames, rule, message] of [
    ['CN=my_host.example.com', 'dNSName=my_host.example.com', 'unusualHostName', /the label 'my_host' has '_'/],
    ['CN=a.example.com', 'dNSName=b.example.com', 'unrepeatedCommonName', /'a\.example\.com' is not among/],
    ['CN=*.co.uk', 'dNSName=*.co.uk', 'publicSuffix', /right below the public suffix 'co\.uk'/],
    ['CN=a.corp', 'dNSName=a.corp', 'internalName', /'a\.corp' is not an internet name/],
    ['CN=10.0.0.1', 'iPAddress=10.0.0.1', 'internalName', /'10\.0\.0\.1' is a private or reserved address/],
    ['CN=f*.example.com', 'dNSName=f.example.com', 'misplacedWildcard', /'f\*\.example\.com' has a wildcard/],
  ] as const)
    it(`refuses ${subject} by ${rule}, and leaves nothing`, async () => {
      const { server } = shared;
      const body = request('Careful', subject, alternativeNames);
      const answer = await server.call(ENROLL, { body });
      assertRefusal(answer, 400, /^The certificate profile 'Careful' does not allow the names: /);
      assert.match(answer.text, message);
      assert.match(answer.text, new RegExp(`\\(nameRules\\.${rule}\\)`));
      assert.equal(await findEndEntity(server, body.username), undefined);
    });

  it('issues names that no rule is about', async () => {
    await enroll(
      shared.server,
      request('Careful', 'CN=www.example.com', 'dNSName=www.example.com,dNSName=*.example.com'),
    );
  });

  it('allows all of them unless it says otherwise', async () => {
    await enroll(
      shared.server,
      request('Usual', 'CN=f*.corp', 'dNSName=my_host.corp,dNSName=*.co.uk,iPAddress=10.0.0.1'),
    );
  });

  it('issues what it only warns of, and refuses what it refuses in addition', async () => {
    const { server } = shared;
    await enroll(server, request('Private', 'CN=server', 'dNSName=server.corp'));
    const issued = auditRows(server).findLast(({ event }) => event === 'CERT_CREATION');
    assert.deepEqual(detailsOf(issued!)['lintWarnings'], [
      "names: the dNSName 'server.corp' is not an internet name: its domain does not exist there, or is set aside; one in a registered domain is right (nameRules.internalName)",
      "names: the common name 'server' has one label alone; a name with its domain is right (nameRules.internalName)",
    ]);
    const answer = await server.call(ENROLL, { body: request('Private', 'CN=another', 'dNSName=*.com') });
    assertRefusal(answer, 400, /\(nameRules\.publicSuffix\)\.$/);
    assert.doesNotMatch(answer.text, /internalName/);
  });

  it('refuses the same names of end entities that are added, and of keystores', async () => {
    const { server } = shared;
    const record = { ...recordOf('added', { subject_alt_name: 'dNSName=a.corp' }), ...under('Careful') };
    assertRefusal(await server.call('/v1/endentity', { body: record }), 422, /\(nameRules\.internalName\)/);
    assert.equal(await findEndEntity(server, 'added'), undefined);

    // One that was there before its profile had rules.
    const { configuration } = server.running.installation;
    await addEndEntity(server, 'stored', {
      certificateProfileId: (await configuration.get(certificateProfileType, 'Careful')).id,
      endEntityProfileId: (await configuration.get(endEntityProfileType, 'Careful')).id,
      subjectDn: 'CN=a.corp',
      subjectAltName: 'dNSName=a.corp',
    });
    assertRefusal(await enrollKeystore(server, { username: 'stored' }), 400, /\(nameRules\.internalName\)/);
    assert.equal(certificatesOf(server, 'stored'), 0);
  });
});
