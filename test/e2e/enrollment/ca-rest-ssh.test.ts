/** SSH over the CA REST interface, and what hosts fetch. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { Krl, type SshCertificate, sshOptionText } from '@sealwright/pki';
import { auditRows, detailsOf } from '../support/audit-records.ts';
import { assertRefusal, createProfiles, sharedServer } from '../support/ca-rest-setup.ts';
import { newRequest } from '../support/enrollment.ts';
import { newOfficer } from '../support/officers.ts';
import {
  CERTIFICATE_REQUEST,
  createSshCa,
  createSshProfiles,
  newSshKey,
  requestSsh,
  sshCaKey,
  sshCertificateOf,
  sshRequest,
} from '../support/setups/ssh-setup.ts';

const CA = 'SSH CA';
const USERS = 'Users';

describe('SSH over the CA REST interface', () => {
  const shared = sharedServer();
  const call = (...given: Parameters<typeof shared.server.call>) => shared.server.call(...given);
  const ask = (further: Readonly<Record<string, unknown>> = {}, profile = USERS) =>
    call(CERTIFICATE_REQUEST, { body: sshRequest(CA, profile, further) });
  const issue = (further: Readonly<Record<string, unknown>> = {}, profile = USERS) =>
    requestSsh(shared.server, sshRequest(CA, profile, further));
  before(async () => {
    // Each test asks for the username of its choice with a key of its own.
    await createSshCa(shared.server, CA);
    await createSshProfiles(shared.server, USERS);
  });

  it('has a status that needs no credentials', async () => {
    const { status, json } = await call('/v1/ssh/status', { as: null });
    assert.deepEqual([status, json['status'], json['version']], [200, 'OK', '1.0']);
  });

  describe('the public key of a CA (case 133)', () => {
    it('is answered with the name of the CA, as one line in base64', async () => {
      const { status, json } = await call('/v1/ssh/SSH%20CA/pubkey');
      assert.equal(status, 200);
      assert.deepEqual(Object.keys(json).toSorted(), ['ca_name', 'response']);
      assert.equal(json['ca_name'], CA);
      assert.match(Buffer.from(json['response'] as string, 'base64').toString(), /^ssh-ed25519 AAAA\S+ SSH CA$/);
    });

    it('is what hosts fetch without credentials', async () => {
      const key = await sshCaKey(shared.server, CA);
      const published = await shared.server.fetchPlain('/ssh/SSH%20CA.pub');
      assert.equal(await published.text(), `${key.toLine(CA)}\n`);
    });

    it('is not that of a CA that there is not, of one of X.509, or of one that is not initialised', async () => {
      assertRefusal(await call('/v1/ssh/Nobody/pubkey'), 404, 'CA with name Nobody does not exist.');
      assertRefusal(await call('/v1/ssh/ManagementCA/pubkey'), 400, /of the kind X509/);
      const settings = { caType: 'SSH', subjectDn: 'CN=New', cryptoToken: CA, signatureAlgorithm: 'Ed25519' };
      const made = await shared.server.administer('/documents/CA/New', { method: 'POST', body: { settings } });
      assert.equal(made.status, 201, made.text);
      assertRefusal(await call('/v1/ssh/New/pubkey'), 503, /UNINITIALIZED/);
      assert.equal((await shared.server.fetchPlain('/ssh/New.pub')).status, 404);
    });

    it('is for callers who may access the CA', async () => {
      assertRefusal(await call('/v1/ssh/SSH%20CA/pubkey', { as: null }), 403, /client certificate/);
      const stranger = await newOfficer(shared.server, 'Stranger to SSH', {});
      assertRefusal(await call('/v1/ssh/SSH%20CA/pubkey', { as: stranger }), 403, /./);
    });
  });

  describe('a request for a certificate (case 132)', () => {
    it('is answered with one line in base64, which the CA has signed', async () => {
      const public_key = newSshKey();
      const answer = await ask({ username: 'line', public_key: `${public_key}\n` });
      assert.equal(answer.status, 200, answer.text);
      assert.deepEqual(Object.keys(answer.json).toSorted(), ['certificate', 'response_format']);
      assert.equal(answer.json['response_format'], 'BYTE');
      const { certificate, comment, line } = sshCertificateOf(answer);
      assert.equal(line, line.trim());
      assert.equal(comment, 'of a test');
      assert.ok(public_key.startsWith(certificate.key.toLine()));
      assert.equal(certificate.verify(await sshCaKey(shared.server, CA)), true);
    });

    it('gets what it asks for, with options in any spelling of their words', async () => {
      const expected = ['/usr/bin/id -un', '10.0.0.0/8,2001:db8::/32'];
      const [command, addresses] = expected;
      for (const critical_options of [
        { force_command: command, source_address: addresses },
        { forceCommand: command, sourceAddress: addresses },
        { 'force-command': command, 'source-address': addresses },
        { 'force-command': command, 'source-address': addresses, source_address: null },
      ]) {
        const certificate = await issue({
          username: 'options',
          key_id: 'key of Ä',
          principals: ['alice', 'root'],
          comment: 'another',
          critical_options,
          additional_extensions: { 'permit-pty': '' },
          public_key: newSshKey(),
        });
        assert.deepEqual([certificate.type, certificate.keyId], ['user', 'key of Ä']);
        assert.deepEqual(certificate.principals, ['alice', 'root']);
        assert.deepEqual(certificate.criticalOptions.map(sshOptionText), expected);
        assert.ok(extensionNames(certificate).includes('permit-pty'));
      }
    });

    for (const [spelling, value] of [
      ['verify-required', true],
      ['verify_required', ''],
      ['verifyRequired', true],
    ] as const) {
      it(`asks for a verified user when it is told to by ${spelling}: ${value}`, async () => {
        const { criticalOptions } = await issue({ username: 'verified', critical_options: { [spelling]: value } });
        assert.deepEqual(
          criticalOptions.map(({ name }) => name),
          ['verify-required'],
        );
      });
    }

    for (const [not_before, not_after, end] of [
      ['2034-05-01T10:00:00Z', '2034-05-01T13:00:00+02:00', '2034-05-01T11:00:00Z'],
      ['2034-05-01 09:00:00', '2034-05-01T10:00', '2034-05-01T10:00:00Z'],
      ['2034-05-01', '2034-05-02', '2034-05-02T00:00:00Z'],
    ] as const) {
      it(`takes dates of ISO 8601: ${not_before} to ${not_after}`, async () => {
        const profile = `From ${not_before}`;
        await createSshProfiles(shared.server, profile, { validity: '30y' });
        const certificate = await issue({ username: not_before, not_before, not_after }, profile);
        assert.equal(Number(certificate.validBefore), Date.parse(end) / 1000);
      });
    }

    it('begins with 1970 at the earliest, since its dates have no sign', async () => {
      await createSshProfiles(shared.server, 'Of before 1970', { validity: '90y' });
      const dates = { not_before: '1960-05-01', not_after: '2034-05-01' };
      assert.equal((await issue({ username: 'before 1970', ...dates }, 'Of before 1970')).validAfter, 0n);
    });

    it('is refused when it would end as it begins', async () => {
      assertRefusal(await ask({ not_before: '2034-05-01', not_after: '2034-05-01' }), 422, /it would end as it begins/);
    });

    it('is refused with an invalid date', async () => {
      assertRefusal(await ask({ not_before: 'tomorrow' }), 400, /not_before: 'tomorrow' is not an ISO 8601 date/);
      assertRefusal(await ask({ not_after: '2034-02-30T00:00:00Z' }), 400, /not_after/);
    });

    it('uses the defaults of the end entity profile for a CA and a certificate profile that it does not name', async () => {
      const [certificate_profile, certificate_authority] = [undefined, undefined];
      assertRefusal(await ask({ certificate_profile, certificate_authority }), 400, /has no default CA/);
      await createSshProfiles(shared.server, 'With defaults', {}, { defaultCa: CA });
      await issue({ username: 'defaults', certificate_profile, certificate_authority }, 'With defaults');
    });

    it('is refused with a CA or profile that there is not', async () => {
      assertRefusal(await ask({ certificate_authority: 'X' }), 404, 'CA with name X does not exist.');
      assertRefusal(await ask({ certificate_profile: 'X' }), 404, /'X'/);
      assertRefusal(await ask({ end_entity_profile: 'X' }), 404, /'X'/);
    });

    it('is refused with a CA or profiles for X.509, and the other way round', async () => {
      assertRefusal(await ask({ certificate_authority: 'ManagementCA' }), 422, /of the kind X509/);
      await createProfiles(shared.server, 'Web', {});
      assertRefusal(await ask({}, 'Web'), 422, /profileType is X\.509/);
      const body = { ...newRequest({ username: 'x', subject: 'CN=x' }), certificate_authority_name: CA };
      assertRefusal(await call('/v1/certificate/pkcs10enroll', { body }), 400, /of the kind SSH/);
    });

    const bad: Record<string, readonly [body: Readonly<Record<string, unknown>>, message: RegExp]> = {
      'an invalid key': [{ public_key: 'ssh-ed25519 AAAA' }, /Invalid public_key/],
      'a key of DSA': [{ public_key: `ssh-dss ${newSshKey().split(' ')[1]}` }, /no key type is called 'ssh-dss'/],
      'a key whose point is not on its curve': [{ public_key: offCurve() }, /Invalid public_key/],
      'a principal with a comma': [{ principals: ['alice,root'] }, /has a comma/],
      'an empty principal': [{ principals: [''] }, /principal has 1 to/],
      'an empty key id': [{ key_id: '' }, /key id has 1 to/],
      'invalid addresses': [{ critical_options: { source_address: '10.1.2.3/8' } }, /beyond its prefix/],
      'invalid addresses, as OpenSSH spells it': [
        { critical_options: { 'source-address': 'everywhere' } },
        /neither an IP address nor a network/,
      ],
      'no address in its list': [{ critical_options: { 'source-address': '' } }, /neither an IP address/],
      'addresses in a list of JSON': [{ critical_options: { source_address: ['10.0.0.0/8'] } }, /must be string/],
      'two lists of addresses': [
        { critical_options: { 'source-address': '10.0.0.0/8', source_address: '0.0.0.0/0' } },
        /'source-address' is another spelling of 'source_address', and the two have different values/,
      ],
      'a critical option that nobody knows': [
        { critical_options: { 'no-such-option': '' } },
        /'critical_options.no-such-option' is not known. Known: force_command, source_address, verify_required/,
      ],
      'critical options in another place': [
        { 'critical-options': { 'source-address': 'nowhere' } },
        /neither an IP address nor a network/,
      ],
      'a critical option among its extensions': [
        { additional_extensions: { 'source-address': 'MTAuMC4wLjAvOA==' } },
        /'source-address' is a critical option. Give it in critical_options/,
      ],
      'a critical option beside critical_options': [
        { 'source-address': '10.0.0.0/8' },
        /'source-address' is a critical option. Give it in critical_options/,
      ],
      'a critical option among its extensions, in camel case': [
        { additional_extensions: { sourceAddress: 'MTAuMC4wLjAvOA==' } },
        /'source-address' is a critical option. Give it in critical_options/,
      ],
      'an invalid value of verify-required': [{ critical_options: { 'verify-required': 'no' } }, /verify_required/],
      'an empty command': [{ critical_options: { force_command: '' } }, /forced command is empty/],
      'an extension that is not base64': [{ additional_extensions: { a: '$' } }, /not base64/],
      'a username that is not a common name': [{ username: 'u'.repeat(65) }, /Invalid username/],
    };
    for (const [what, [body, message]] of Object.entries(bad)) {
      it(`is refused with ${what}`, async () => assertRefusal(await ask(body), 400, message));
    }

    it('is refused without a principal, unless its profile lets it', async () => {
      assertRefusal(await ask({ principals: [] }), 422, /ssh\.PRINCIPAL is missing/);
      assertRefusal(await ask({ principals: undefined }), 422, /ssh\.PRINCIPAL is missing/);
    });

    it('is refused with a date where the profile gives none, and with values that it does not allow', async () => {
      const only = { required: true, modifiable: false, values: ['/bin/true'] };
      await createSshProfiles(shared.server, 'Strict', {}, { endTimeUsed: false, sshForceCommand: [only] });
      assertRefusal(await ask({ not_after: '2034-05-01' }, 'Strict'), 422, /endTime must not be given/);
      assertRefusal(await ask({}, 'Strict'), 422, /ssh\.force-command is missing/);
      await issue({ username: 'strict', critical_options: { force_command: '/bin/true' } }, 'Strict');
    });

    it('brings extensions as far as the profile lets them in', async () => {
      const additional_extensions = { 'login@example.com': Buffer.from('alice').toString('base64') };
      assertRefusal(await ask({ additional_extensions }), 422, /does not let the extension 'login@example.com' in/);
      const rules = { sshExtensions: ['permit-pty'], sshExternalExtensions: 'REQUIRED' };
      await createSshProfiles(shared.server, 'Extended', rules);
      assertRefusal(await ask({}, 'Extended'), 422, /asks for extensions/);
      const certificate = await issue({ username: 'extended', additional_extensions }, 'Extended');
      assert.deepEqual(extensionNames(certificate), ['login@example.com', 'permit-pty']);
      assert.equal(sshOptionText(certificate.extensions[0]!), 'alice');
    });

    it('is for a host when the profile is, without what is for users', async () => {
      await createSshProfiles(shared.server, 'Hosts', { sshCertificateType: 'HOST', sshExternalExtensions: 'ALLOWED' });
      const certificate = await issue({ username: 'web1', principals: ['web1.example.com'] }, 'Hosts');
      assert.deepEqual([certificate.type, certificate.extensions], ['host', []]);
      assertRefusal(await ask({ additional_extensions: { 'permit-pty': '' } }, 'Hosts'), 422, /is for users/);
    });

    it('is refused with the key of another user, where the CA wants one user per key', async () => {
      const public_key = newSshKey();
      await issue({ username: 'first', public_key });
      await issue({ username: 'first', public_key });
      assertRefusal(await ask({ username: 'second', public_key }), 422, /belongs to another user/);
    });

    it('needs rights, and a refusal is recorded', async () => {
      const officer = await newOfficer(shared.server, 'Officer without SSH', {
        '/ca_functionality/create_certificate/': 'ALLOW',
      });
      const body = sshRequest(CA, USERS);
      assertRefusal(await call(CERTIFICATE_REQUEST, { body, as: officer }), 403, /./);
      assertRefusal(await call(CERTIFICATE_REQUEST, { body, as: null }), 403, /./);
      assert.ok(
        auditRows(shared.server).some(({ event, outcome }) => event === 'ACCESS_CONTROL' && outcome === 'FAILURE'),
      );
    });

    it('leaves a record that says what was issued, and no password', async () => {
      const certificate = await issue({ username: 'audited', key_id: 'audited key', password: 'secret words 7' });
      const row = auditRows(shared.server).findLast(
        ({ event, username }) => event === 'CERT_CREATION' && username === 'audited',
      )!;
      assert.equal(row.serial, certificate.serialNumber.toString(16).toUpperCase());
      const { keyId, principals, type, key } = detailsOf(row);
      assert.deepEqual([keyId, principals, type, key], ['audited key', ['alice'], 'user', certificate.key.fingerprint]);
      assert.ok(!JSON.stringify(auditRows(shared.server)).includes('secret words 7'));
    });
  });

  describe('a CA', () => {
    for (const [keySpec, signatureAlgorithm, type] of [
      ['2048', 'SHA512WithRSA', 'ssh-rsa'],
      ['2048', 'SHA256WithRSA', 'ssh-rsa'],
      ['P-256', 'SHA256withECDSA', 'ecdsa-sha2-nistp256'],
      ['P-521', 'SHA512withECDSA', 'ecdsa-sha2-nistp521'],
    ] as const) {
      it(`signs with ${signatureAlgorithm} and a key of ${keySpec}`, async () => {
        const name = `${keySpec} ${signatureAlgorithm}`;
        await createSshCa(shared.server, name, { keySpec, signatureAlgorithm });
        const key = await sshCaKey(shared.server, name);
        assert.equal(key.type.name, type);
        const certificate = await requestSsh(shared.server, sshRequest(name, USERS, { username: name }));
        assert.equal(certificate.verify(key), true);
        assert.equal(certificate.signatureAlgorithm.name, signatureAlgorithm);
      });
    }

    it('is not initialised with a key or a signature that SSH does not have', async () => {
      const created = async (signKeySpec: string, signatureAlgorithm: string) => {
        const name = `${signKeySpec} and ${signatureAlgorithm}`;
        const certSignKey = name;
        const settings = { caType: 'SSH', subjectDn: `CN=${name}`, cryptoToken: CA, certSignKey, signKeySpec };
        return shared.server.administer(`/cas/${encodeURIComponent(name)}`, {
          body: { settings: { ...settings, signatureAlgorithm } },
        });
      };
      assertRefusal(await created('Ed448', 'Ed448'), 422, /SSH has no keys of Ed448/);
      assertRefusal(await created('2048', 'SHA256withRSAandMGF1'), 422, /makes no SHA256withRSAandMGF1 signatures/);
      assertRefusal(await created('P-256', 'SHA512withECDSA'), 422, /but SHA256withECDSA/);
    });

    it('is signed by nobody', async () => {
      const settings = { caType: 'SSH', subjectDn: 'CN=Signed', cryptoToken: CA, signatureAlgorithm: 'Ed25519' };
      const body = { settings: { ...settings, signedBy: 'ManagementCA' } };
      assertRefusal(await shared.server.administer('/cas/Signed', { body }), 400, /nobody signs an SSH CA/);
    });

    it('is renewed: for longer, with a new key, and with one of another kind', async () => {
      const name = 'Renewed CA';
      await createSshCa(shared.server, name, { validity: '1d' });
      const renew = async (body: object) => {
        const answer = await shared.server.administer(`/cas/${encodeURIComponent(name)}/renew`, { body });
        assert.equal(answer.status, 200, answer.text);
        return answer.json as { key_alias: string; not_after: string; certificate_chain: string[] };
      };
      const issue = async (username: string) => {
        const certificate = await requestSsh(shared.server, sshRequest(name, USERS, { username }));
        const key = await sshCaKey(shared.server, name);
        assert.equal(certificate.verify(key), true);
        return { key, algorithm: certificate.signatureAlgorithm.name };
      };
      const first = await issue('before');
      const { not_after: until } = (await shared.server.administer(`/cas/${encodeURIComponent(name)}`)).json;
      shared.server.clock.advanceSeconds(10);
      const { not_after: longer } = await renew({});
      assert.ok(Date.parse(longer) - Date.parse(until as string) >= 10_000);
      assert.deepEqual((await issue('longer')).key.blob, first.key.blob);

      const like = await renew({ new_key: true });
      assert.equal(like.key_alias, 'signKey00001');
      assert.notDeepEqual((await issue('like')).key.blob, first.key.blob);

      await renew({ new_key: true, key_spec: 'P-384' });
      const other = await issue('other');
      assert.deepEqual([other.key.type.name, other.algorithm], ['ecdsa-sha2-nistp384', 'SHA384withECDSA']);
      const { settings } = (await shared.server.administer(`/documents/CA/${encodeURIComponent(name)}`)).json as {
        settings: Record<string, unknown>;
      };
      assert.equal(settings['signatureAlgorithm'], 'SHA384withECDSA');

      const rsa = await renew({ new_key: true, key_spec: '2048' });
      assert.equal((await issue('rsa')).key.type.name, 'ssh-rsa');
      assert.equal(rsa.certificate_chain.length, 4);
      assert.ok(rsa.certificate_chain.every((pem) => pem.startsWith('-----BEGIN PUBLIC KEY-----')));
    });

    it('is not renewed with a key that SSH or its token does not have, and keeps no key of the attempt', async () => {
      const name = 'Refused CA';
      await createSshCa(shared.server, name);
      const before = await sshCaKey(shared.server, name);
      const renew = (ca: string, body: object) =>
        shared.server.administer(`/cas/${encodeURIComponent(ca)}/renew`, { body });
      assertRefusal(await renew(name, { new_key: true, key_spec: 'Ed448' }), 422, /SSH has no keys of Ed448/);
      assertRefusal(await renew(name, { new_key: true, key_spec: 'P-255' }), 400, /P-255/);
      assertRefusal(await renew(name, { key_spec: 'P-256' }), 422, /is for a new key/);
      assertRefusal(await renew('ManagementCA', { new_key: true, key_spec: 'P-256' }), 422, /is like the present one/);
      assert.deepEqual((await sshCaKey(shared.server, name)).blob, before.blob);
      assert.equal((await renew(name, { new_key: true })).json['key_alias'], 'signKey00001');
      const other = await newOfficer(shared.server, 'Stranger to renewals', {});
      const refused = { body: {}, as: other };
      assert.equal((await shared.server.administer(`/cas/${encodeURIComponent(name)}/renew`, refused)).status, 403);
    });

    it('has on its key revocation list what its earlier keys have signed', async () => {
      const name = 'Former CA';
      await createSshCa(shared.server, name);
      const certificate = await requestSsh(shared.server, sshRequest(name, USERS, { username: 'former' }));
      const body = { new_key: true, key_spec: 'P-256' };
      await shared.server.administer(`/cas/${encodeURIComponent(name)}/renew`, { body });
      const serial = certificate.serialNumber.toString(16);
      const path = `/v1/certificate/${encodeURIComponent(`CN=${name}`)}/${serial}/revoke?reason=KEY_COMPROMISE`;
      const revoked = await call(path, { method: 'PUT' });
      assert.equal(revoked.status, 200, revoked.text);
      const list = await shared.server.administer(`/ssh/${encodeURIComponent(name)}/krl`);
      assert.equal(Krl.parse(list.bytes).revokesCertificate(certificate), true);
    });

    it('shows how it stands, and cannot do what is for CAs of X.509', async () => {
      const { status, json } = await shared.server.administer('/cas/SSH%20CA');
      assert.deepEqual([status, json['status']], [200, 'ACTIVE']);
      const csr = await shared.server.administer('/cas/SSH%20CA/csr', { body: {} });
      assertRefusal(csr, 422, /of the kind SSH/);
      const crl = await call(`/v1/ca/${encodeURIComponent(`CN=${CA}`)}/createcrl`, { method: 'POST' });
      assertRefusal(crl, 422, /of the kind SSH/);
    });

    it('issues nothing while it is deactivated, and its key stays what it was', async () => {
      await createSshCa(shared.server, 'Resting CA');
      const key = await sshCaKey(shared.server, 'Resting CA');
      const act = (name: string) => shared.server.administer(`/cas/Resting%20CA/${name}`, { method: 'POST', body: {} });
      assert.equal((await act('deactivate')).status, 200);
      const body = sshRequest('Resting CA', USERS, { username: 'resting' });
      assertRefusal(await call(CERTIFICATE_REQUEST, { body }), 503, /OFFLINE/);
      assert.deepEqual((await sshCaKey(shared.server, 'Resting CA')).blob, key.blob);
      assert.equal((await act('activate')).status, 200);
      await requestSsh(shared.server, body);
    });

    it('issues nothing beyond its own validity', async () => {
      await createSshCa(shared.server, 'Short CA', { validity: '1h' });
      const certificate = await requestSsh(shared.server, sshRequest('Short CA', USERS, { username: 'short' }));
      const left = Number(certificate.validBefore) - shared.server.clock.nowMs() / 1000;
      assert.ok(left > 3000 && left <= 3600, `${left} s`);
    });
  });

  describe('a revocation', () => {
    const krlOf = async (path: string) => {
      const response = await shared.server.fetchPlain(path);
      assert.equal(response.status, 200);
      return Krl.parse(new Uint8Array(await response.arrayBuffer()));
    };
    const revoke = (certificate: SshCertificate, reason: string) => {
      const serial = certificate.serialNumber.toString(16);
      const path = `/v1/certificate/${encodeURIComponent(`CN=${CA}`)}/${serial}/revoke?reason=${reason}`;
      return call(path, { method: 'PUT' });
    };

    it('is on the key revocation list that administrators and hosts fetch, and leaves it with the end of a hold', async () => {
      const [kept, revoked, held] = [
        await issue({ username: 'kept' }),
        await issue({ username: 'revoked' }),
        await issue({ username: 'held' }),
      ];
      for (const [certificate, reason] of [
        [revoked, 'KEY_COMPROMISE'],
        [held, 'CERTIFICATE_HOLD'],
      ] as const) {
        const answer = await revoke(certificate, reason);
        assert.equal(answer.status, 200, answer.text);
        assert.equal(answer.json['revoked'], true);
      }
      const states = (krl: Krl) => [kept, revoked, held].map((certificate) => krl.revokesCertificate(certificate));
      shared.server.clock.advanceSeconds(11);
      const before = await krlOf('/ssh/SSH%20CA.krl');
      assert.deepEqual(states(before), [false, true, true]);
      assert.equal((await revoke(held, 'REMOVE_FROM_CRL')).status, 200);
      shared.server.clock.advanceSeconds(11);
      const after = await krlOf('/ssh/SSH%20CA.krl');
      assert.deepEqual(states(after), [false, true, false]);
      assert.ok(after.version > before.version);
      assertRefusal(await revoke(revoked, 'SUPERSEDED'), 409, /already revoked/);
    });

    it('is asked for by issuer and serial number', async () => {
      const certificate = await issue({ username: 'status' });
      const serial = certificate.serialNumber.toString(16).toUpperCase();
      const path = `/v1/certificate/${encodeURIComponent(`CN=${CA}`)}/${serial}/revocationstatus`;
      assert.equal((await call(path)).json['revoked'], false);
      await revoke(certificate, 'SUPERSEDED');
      assert.equal((await call(path)).json['revocation_reason'], 'SUPERSEDED');
    });

    it('has no key revocation list for callers who may not access the CA, nor for CAs that have none', async () => {
      const krl = (ca: string, options = {}) => shared.server.administer(`/ssh/${encodeURIComponent(ca)}/krl`, options);
      assert.equal((await krl(CA)).status, 200);
      assert.equal((await krl(CA)).headers['content-type'], 'application/octet-stream');
      assertRefusal(await krl(CA, { as: null }), 401, /./);
      const stranger = await newOfficer(shared.server, 'Stranger to lists', {});
      assertRefusal(await krl(CA, { as: stranger }), 403, /./);
      assertRefusal(await krl('Nobody'), 404, /does not exist/);
      assertRefusal(await krl('ManagementCA'), 422, /of the kind X509/);
      assert.equal((await shared.server.fetchPlain('/ssh/ManagementCA.krl')).status, 404);
    });
  });

  it('lists the CA among the others', async () => {
    const { json } = await call('/v1/ca');
    const found = (json['certificate_authorities'] as { name: string; subject_dn: string }[]).find(
      ({ name }) => name === CA,
    );
    assert.equal(found?.subject_dn, `CN=${CA}`);
  });
});

function extensionNames({ extensions }: SshCertificate): readonly string[] {
  return extensions.map(({ name }) => name);
}

/** A key of P-256 whose point has the right form and lies nowhere on the curve. */
function offCurve(): string {
  const text = (value: string) => Buffer.concat([Buffer.from([0, 0, 0, value.length]), Buffer.from(value)]);
  const point = Buffer.concat([Buffer.from([0, 0, 0, 65, 4]), Buffer.alloc(64, 7)]);
  const blob = Buffer.concat([text('ecdsa-sha2-nistp256'), text('nistp256'), point]);
  return `ecdsa-sha2-nistp256 ${blob.toString('base64')}`;
}
